import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReadLimits } from "#server/admission/read-limits";
import type { Reader, Stranger } from "#server/admission/reader";
import { kindOf } from "#server/request/read-kind";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

const RATES = { page: 60, search: 10, picture: 20, crawler: 30, unpaid: 3, toll: 5 };

const stranger = (ip: string, toll: Stranger["toll"] = null): Stranger => ({ class: "stranger", ip, toll });

describe("buckets", () => {
  const setUp = () => {
    let now = 0;
    const limits = createReadLimits(RATES, () => now);
    const read = (ip: string, kind: "page" | "search" | "picture" = "page") => limits.take(stranger(ip), kind);
    /** Number of allowed pages, out of a hundred. */
    const made = (reader: Reader, kind: "page" | "search" = "page") =>
      Array.from({ length: 100 }, () => limits.take(reader, kind)).filter((wait) => wait === 0).length;
    const madeScarce = (reader: Stranger, kind: "page" | "search" = "page") =>
      Array.from({ length: 100 }, () => limits.takeScarce(reader, kind)).filter((wait) => wait === 0).length;
    return { limits, read, made, madeScarce, pass: (ms: number) => (now += ms) };
  };

  test("count what other processes have charged, and report their own charges", () => {
    const { limits, read, made } = setUp();
    const told: string[] = [];
    limits.onCharge(({ key }) => told.push(key));
    expect(read("203.0.113.7", "search")).toBe(0);
    expect(told).toHaveLength(2);
    const other = setUp();
    other.limits.onCharge(({ key, rate, per }) => limits.charge([{ key, rate, per, times: 1 }]));
    for (let n = 0; n < 9; n += 1) expect(other.read("203.0.113.7", "search")).toBe(0);
    expect(made(stranger("203.0.113.7"), "search")).toBe(0);
    // Nothing is sent twice.
    expect(told).toHaveLength(2);
    expect(made(stranger("198.51.100.1"), "search")).toBe(10);
  });

  test("of an address hold one minute's worth, refill evenly, and tell when to retry", () => {
    const { read, pass } = setUp();
    for (let i = 0; i < 60; i += 1) expect(read("203.0.113.7")).toBe(0);
    expect(read("203.0.113.7")).toBe(1);
    pass(1_000);
    expect(read("203.0.113.7")).toBe(0);
    expect(read("203.0.113.7")).toBeGreaterThan(0);
    pass(60_000);
    for (let i = 0; i < 60; i += 1) expect(read("203.0.113.7")).toBe(0);
    // A clock that is set back takes nothing away.
    pass(-30_000);
    expect(read("203.0.113.7")).toBeGreaterThan(0);
    pass(31_000);
    expect(read("203.0.113.7")).toBe(0);
  });

  test("exist per kind and address; the surrounding network has four times as much", () => {
    const { read, made } = setUp();
    for (let i = 0; i < 10; i += 1) expect(read("203.0.113.7", "search")).toBe(0);
    expect(read("203.0.113.7", "search")).toBeGreaterThan(0);
    expect(read("203.0.113.7", "page")).toBe(0);
    const others = [8, 9, 10, 11].map((n) => made(stranger(`203.0.113.${n}`), "search"));
    expect(others).toEqual([10, 10, 10, 0]);
    expect(read("203.0.114.11", "search")).toBe(0);
  });

  test("of a member apply wherever they are, and a crawler has one for all its addresses", () => {
    const { read, made } = setUp();
    for (let i = 0; i < 70; i += 1) read("203.0.113.7");
    expect(made({ class: "member", ip: "203.0.113.7", login: "a" })).toBe(60);
    expect(made({ class: "member", ip: "203.0.113.7", login: "b" })).toBe(60);
    expect(made({ class: "member", ip: "198.51.100.1", login: "a" })).toBe(0);
    expect(made({ class: "crawler", ip: "192.0.2.1", crawler: "Bing" })).toBe(30);
    expect(made({ class: "crawler", ip: "192.0.2.2", crawler: "Bing" })).toBe(0);
  });

  test("under pressure are small for an address, larger for paid work, and unchanged for those who waited", () => {
    const { madeScarce, pass } = setUp();
    const ip = "203.0.113.7";
    expect(madeScarce(stranger(ip))).toBe(3);
    expect(madeScarce(stranger(ip, "waits"))).toBe(0);
    expect(madeScarce(stranger(ip, { paidBy: "work", id: "one" }))).toBe(5);
    expect(madeScarce(stranger("198.51.100.1", { paidBy: "work", id: "one" }))).toBe(0);
    expect(madeScarce(stranger(ip, { paidBy: "work", id: "two" }), "search")).toBe(5);
    const waited = [1, 2, 3, 4, 5, 6, 7].map((n) => madeScarce(stranger(ip, { paidBy: "waiting", id: `${n}` })));
    expect(waited).toEqual([3, 3, 3, 3, 3, 3, 0]);
    pass(20_000);
    expect(madeScarce(stranger(ip))).toBe(1);
  });

  test("of an IPv6 network count together; IPv4 mapped to IPv6 is IPv4", () => {
    const { read } = setUp();
    for (let i = 0; i < 10; i += 1) expect(read(`2001:db8:0:1::${i}`, "search")).toBe(0);
    expect(read("2001:db8:0:1:ffff::1", "search")).toBeGreaterThan(0);
    expect(read("2001:db8:0:2::1", "search")).toBe(0);
    for (let i = 0; i < 10; i += 1) expect(read("::ffff:203.0.113.9", "search")).toBe(0);
    expect(read("203.0.113.9", "search")).toBeGreaterThan(0);
  });

  test.each(["127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "fd00::1", "::ffff:127.0.0.1", ""])(
    "%s is one of our proxies, or the operator: no limit",
    (ip) => {
      const { read, limits } = setUp();
      for (let i = 0; i < 100; i += 1) expect(read(ip, "search")).toBe(0);
      expect(limits.size()).toBe(0);
    },
  );

  test("a rate of zero means no limit, and memory is limited", () => {
    const open = createReadLimits({ ...RATES, page: 0 });
    for (let i = 0; i < 100; i += 1) expect(open.take(stranger("203.0.113.7"), "page")).toBe(0);
    const { limits } = setUp();
    for (let i = 0; i < 30_000; i += 1) limits.take(stranger(`2001:db8:${i.toString(16)}::1`), "page");
    expect(limits.size()).toBe(20_000);
  });

  test("searches are recognized as documents and as data, of the community and of zhiku", () => {
    for (const path of ["/search/all", "/search/all.data", "/zhiku/search", "/zhiku/search.data"]) {
      expect(kindOf(path), path).toBe("search");
    }
    // As the router reads them.
    for (const path of ["/%73earch/all", "/search/all//", "/SEARCH/%61ll", "/search%2Fall"]) {
      expect([path, kindOf(path)]).toEqual([path, path.includes("%2F") ? "page" : "search"]);
    }
    expect(kindOf("/%E0%A4%A"), "not to be decoded").toBe("page");
    for (const path of ["/", "/searching", "/question/search", "/zhiku"]) expect(kindOf(path), path).toBe("page");
  });
});

describe("the server", () => {
  let world: World;
  let served: Served;
  beforeAll(async () => {
    world = await createWorld();
    // Budgets don't refill while the test runs.
    served = await serveWorld(world, { config: { trustProxy: 1 }, limits: createReadLimits(RATES, () => 0) });
  });
  afterAll(async () => {
    await served.close();
    await world.close();
  });
  const from = (ip: string, path: string, headers: Record<string, string> = {}) =>
    served.get(path, { "x-forwarded-for": ip, ...headers });
  const word = (i: number) => createHash("sha256").update(`${i}`).digest("hex").slice(0, 12);

  test("tells in Chinese somebody who searches too much, and when to retry, while others continue", async () => {
    const seen: number[] = [];
    for (let i = 0; i < 16; i += 1) {
      const path = i % 2 ? `/search/all?q=${word(i)}` : `/search/all.data?q=${word(i)}`;
      seen.push((await from("203.0.113.7", path)).status);
    }
    // Rejected data requests lead to the page.
    expect(seen).toEqual([...Array.from({ length: 10 }, () => 200), 202, 429, 202, 429, 202, 429]);
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    expect((await from("203.0.113.7", `/search/all?q=${word(99)}`, { cookie })).status).toBe(200);
    const refused = await from("203.0.113.7", `/search/all?q=${word(99)}`);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await refused.text();
    expect(html).toMatch(/<h1>请求太频繁<\/h1><p>.*秒后自动再试[\s\S]*<a href="">现在再试/);
    expect(html).toMatch(/<noscript><meta http-equiv="refresh" content="\d+"><\/noscript>/);
    const style = createHash("sha256").update(/<style>(.*)<\/style>/.exec(html)?.[1] ?? "");
    expect(refused.headers.get("content-security-policy")).toContain(`style-src 'sha256-${style.digest("base64")}'`);
    expect((await from("203.0.113.7", "/question")).status).toBe(200);
    expect((await from("203.0.113.8", `/search/all?q=${word(99)}`)).status).toBe(200);
  });

  test("does not limit a reader of cached pages", async () => {
    for (let i = 0; i < 200; i += 1) expect((await from("203.0.113.20", "/about")).status).toBe(200);
  });

  test("counts what visitors post, also where nothing takes it, apart from their pages", async () => {
    const type = "application/x-www-form-urlencoded";
    const headers = { "x-forwarded-for": "203.0.113.40", "content-type": type, origin: ORIGIN };
    const post = () => fetch(`${served.url}/about`, { method: "POST", headers, body: "a=b" });
    const posts: number[] = [];
    for (let i = 0; i < 63; i += 1) posts.push((await post()).status);
    expect([new Set(posts.slice(0, 60)), posts.at(-1)]).toEqual([new Set([405]), 429]);
    const refused = await (await post()).text();
    expect(refused).toContain("返回上一页再试一次");
    expect(refused, "what was typed stays where it is").not.toMatch(/http-equiv="refresh"|<script|<form/);
    expect((await from("203.0.113.40", "/question?page=77")).status).toBe(200);
  });

  test("counts pages rendered for members and resized pictures, but no health checks", async () => {
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    const pages: number[] = [];
    // Each is requested for the first time, because cached ones cost little more than a visitor's page.
    for (let i = 0; i < 66; i += 1) pages.push((await from("203.0.113.30", `/question?page=${i}`, { cookie })).status);
    expect(pages.filter((status) => status === 429).length).toBeGreaterThan(2);
    expect((await from("203.0.113.30", "/healthz")).status).toBe(200);
    const pictures: number[] = [];
    for (let i = 0; i < 25; i += 1) {
      const name = i % 2 ? "x-oss-process" : "x-oss-proces%73";
      pictures.push((await from("203.0.113.30", `/oss/content/${i}.png?${name}=image/resize,w_80/format,webp`)).status);
    }
    expect(pictures.slice(0, 20)).not.toContain(429);
    expect(pictures.slice(21)).toEqual([429, 429, 429, 429]);
    expect((await from("203.0.113.30", "/oss/content/none.png")).status).toBe(404);
  });
});
