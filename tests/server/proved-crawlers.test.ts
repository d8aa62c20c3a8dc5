import { describe, expect, test } from "vitest";
import { createProvedCrawlers, type Names } from "#server/admission/proved-crawlers";

const GOOGLE = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const BAIDU = "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)";

function setUp(reverse: Record<string, string[]>, addresses: Record<string, string[]>) {
  const clock = { now: 0 };
  const asked: string[] = [];
  const found = (list: string[] | undefined) => (list ? Promise.resolve(list) : Promise.reject(new Error("no answer")));
  const names: Names = {
    reverse: (ip) => {
      asked.push(ip);
      return found(reverse[ip]);
    },
    addresses: (name) => found(addresses[name]),
  };
  const crawlers = createProvedCrawlers({ names, clock: () => clock.now });
  /** The class after pending lookups have ended. */
  const known = async (userAgent: string, ip: string) => {
    crawlers.of(userAgent, ip);
    await new Promise((resolve) => setImmediate(resolve));
    return crawlers.of(userAgent, ip);
  };
  return { crawlers, known, clock, asked };
}

describe("a crawler", () => {
  test("is verified by reverse and forward DNS lookup of its address, in the background", async () => {
    const { crawlers, known } = setUp(
      { "192.0.2.1": ["crawl-192-0-2-1.googlebot.com."], "2001:db8::1": ["spider.crawl.baidu.com"] },
      { "crawl-192-0-2-1.googlebot.com": ["192.0.2.1"], "spider.crawl.baidu.com": ["2001:db8:0:0::1"] },
    );
    expect(crawlers.of(GOOGLE, "192.0.2.1")).toBeNull();
    expect(await known(GOOGLE, "192.0.2.1")).toBe("Google");
    expect(await known(GOOGLE, "::ffff:192.0.2.1")).toBe("Google");
    expect(await known(BAIDU, "2001:db8::1")).toBe("Baidu");
    expect(await known(BAIDU, "192.0.2.1")).toBeNull();
  });

  test.each([
    ["whose address has another's name", ["host.example.net"], {}],
    ["whose address has a name that only ends alike", ["evilgooglebot.com"], { "evilgooglebot.com": ["192.0.2.1"] }],
    ["whose name leads elsewhere", ["a.googlebot.com"], { "a.googlebot.com": ["192.0.2.9"] }],
    ["whose address has no name", [], {}],
  ])("is not verified %s", async (_, names, addresses) => {
    const { known } = setUp({ "192.0.2.1": names }, addresses as Record<string, string[]>);
    expect(await known(GOOGLE, "192.0.2.1")).toBeNull();
  });

  test("is looked up once a day, once an hour if it failed, and sooner if DNS did not answer", async () => {
    const { known, clock, asked } = setUp(
      { "192.0.2.1": ["a.googlebot.com"], "192.0.2.2": [] },
      { "a.googlebot.com": ["192.0.2.1"] },
    );
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) for (let n = 0; n < 5; n += 1) await known(GOOGLE, ip);
    expect(asked).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
    clock.now += 10 * 60_000;
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) await known(GOOGLE, ip);
    expect(asked.slice(3)).toEqual(["192.0.2.3"]);
    clock.now += 60 * 60_000;
    for (const ip of ["192.0.2.1", "192.0.2.2"]) await known(GOOGLE, ip);
    expect(asked.slice(4)).toEqual(["192.0.2.2"]);
  });

  test("is not looked up without a crawler's user agent, for local addresses, or while four lookups run", async () => {
    const { crawlers, asked } = setUp({}, {});
    crawlers.of("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "192.0.2.1");
    crawlers.of(GOOGLE, "127.0.0.1");
    for (let n = 1; n <= 20; n += 1) crawlers.of(GOOGLE, `192.0.2.${n}`);
    expect(asked).toHaveLength(4);
  });
});
