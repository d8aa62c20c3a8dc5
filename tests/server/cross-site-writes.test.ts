import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { rawRequest } from "./raw-request";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let served: Served;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
});
afterAll(async () => {
  await served.close();
  await world.close();
});
// The server survives every test.
afterEach(async () => {
  expect(await (await served.get("/healthz")).text()).toBe("ok\n");
});

const request = (line: string, headers: string[] = [], body = "") =>
  rawRequest(
    served.port,
    `${line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n${body}`,
  );

describe("writes from elsewhere", () => {
  const post = (path: string, headers: string[]) =>
    request(
      `POST ${path} HTTP/1.1`,
      ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 3", ...headers],
      "a=b",
    );

  test.each([
    ["another site", ["Origin: http://evil.example"]],
    ["an origin that hides", ["Origin: null"]],
    ["nowhere", []],
    ["nowhere, with a referrer of ours", [`Referer: ${ORIGIN}/question`]],
    ["a host of a like name", [`Origin: ${ORIGIN}.evil.example`]],
    ["another port", ["Origin: http://127.0.0.1:3001"]],
    ["another scheme", [`Origin: ${ORIGIN.replace("http:", "https:")}`]],
    ["a broken origin", ["Origin: http://"]],
    ["another site, by its own word", [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: cross-site"]],
    ["a neighbour", [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: same-site"]],
    ["the address bar", ["Sec-Fetch-Site: none"]],
    ["another site, with our name forwarded", ["Origin: http://evil.example", "X-Forwarded-Host: evil.example"]],
  ] as [string, string[]][])("%s: 403 on every kind of path, and no action runs", async (_, headers) => {
    const before = served.renders();
    for (const path of ["/login", "/login.data", "/", "/icons/sq.json", "/form/1", "/account/profile"]) {
      const answer = await post(path, headers);
      expect(answer.status, path).toBe(403);
      expect(answer.body).toContain("请求来自其他网站，已被拒绝");
      // Without a style sheet it still follows the dark mode.
      expect(answer.body).toContain('<meta name="color-scheme" content="light dark">');
    }
    expect(served.renders()).toBe(before);
  });

  test.each([
    ["of a browser that tells no more", "http://127.0.0.1", []],
    ["by the browser's word", "https://www.example.com", ["Sec-Fetch-Site: same-origin"]],
  ] as [string, string, string[]][])(
    "a page opened at another address is told the right one: %s",
    async (_, origin, headers) => {
      const before = served.renders();
      const answer = await post("/login", [`Origin: ${origin}`, ...headers]);
      expect(answer.status).toBe(403);
      expect(answer.body).toContain(`这里的网址 ${origin} 不是本站的，所以没有提交：请从 ${ORIGIN} 打开本站`);
      expect(served.renders()).toBe(before);
    },
  );

  test.each([
    ["with our origin", [`Origin: ${ORIGIN}`]],
    ["with our origin and the browser's word", [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: same-origin"]],
    ["with the browser's word alone", ["Sec-Fetch-Site: same-origin"]],
    ["through a proxy that renames the host", [`Origin: ${ORIGIN}`, "X-Forwarded-Host: inner.example:8080"]],
  ] as [string, string[]][])("our own pages may write: %s", async (_, headers) => {
    const before = served.renders();
    const answer = await post("/nowhere", headers);
    // There is no action, but the request was not refused: the app answered.
    expect([404, 405]).toContain(answer.status);
    expect(served.renders()).toBe(before + 1);
  });

  test("a payment notification has no origin, and reaches the upstream", async () => {
    const answer = await post("/api/pro/weixin/pay/notify", []);
    expect(answer.status).not.toBe(403);
    expect(answer.status).toBeLessThan(500);
  });

  test("bodies of types that no form sends are refused before they are read", async () => {
    const own = [`Origin: ${ORIGIN}`];
    expect((await request("POST /login HTTP/1.1", [...own, "Content-Length: 99999999"])).status).toBe(413);
    expect((await request("POST /login HTTP/1.1", [...own, "Transfer-Encoding: chunked"], "0\r\n\r\n")).status).toBe(
      411,
    );
  });
});

test("a refused write is logged, shortened; our own writes and reads are not", async () => {
  const noted: [string, Record<string, unknown>][] = [];
  const listening = await serveWorld(world, { noteSecurity: (...event) => noted.push(event) });
  const send = (line: string, headers: string[]) =>
    rawRequest(listening.port, `${[line, "Host: 127.0.0.1", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`);
  const form = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: 0"];
  await send(`POST /login/${"x".repeat(500)} HTTP/1.1`, [
    ...form,
    "Origin: http://evil.example",
    "Sec-Fetch-Site: cross-site",
  ]);
  await send("POST /actions/captcha HTTP/1.1", [...form, `Origin: ${ORIGIN}`]);
  await send("GET /about HTTP/1.1", ["Sec-Fetch-Site: cross-site"]);
  const call = `POST /login/${"x".repeat(193)}`;
  const fields = { address: "127.0.0.1", call, origin: "http://evil.example", site: "cross-site" };
  expect(noted).toEqual([["cross_site_write_refused", fields]]);
  await listening.close();
});
