import { readdirSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { announceErrors } from "#tests/runner/console-errors";
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

const raw = (bytes: string | Buffer) => rawRequest(served.port, bytes);
const request = (line: string, headers: string[] = [], body = "") =>
  raw(
    `${line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join("")}\r\n${body}`,
  );

describe("targets", () => {
  test.each([
    "/%",
    "/%zz",
    "/%c3%28",
    "/%E4%B8",
    "/question/%ff%fe",
    "/a%00b",
    "/question/%00",
    "/a%0d%0aX-Injected:%201",
    "/a%09b",
    "/a\\b",
    "/\\evil.example",
    "/%5Cevil.example",
    "//evil.example",
    "//evil.example/%2e%2e",
    "/../etc/passwd",
    "/assets/../../server.ts",
    "/assets/%2e%2e/%2e%2e/server.ts",
    "/assets/..%2f..%2fserver.ts",
    "/oss/../api/article/list",
    "/oss/%2e%2e/api/article/list",
    "/oss/.%2E/api/article/list",
    "/oss/./../api/article/list",
    "/?_data=root",
    "/question?_data=routes%2Fquestion%2Flist",
    "/question?%5Fdata=root",
    "/question?%5f%64ata=root",
    "/question?page=1&_data",
    `/${"a".repeat(9000)}`,
  ])("%s is refused", async (target) => {
    const answer = await request(`GET ${target} HTTP/1.1`);
    expect([400, 414]).toContain(answer.status);
    expect(answer.headers.has("x-injected")).toBe(false);
  });

  test.each([
    "/%252e%252e/%252e%252e/etc/passwd",
    "/question/%252e%252e",
    "/assets/%252e%252e/server.ts",
    "/.git/config",
    "/.env",
    "/server.ts",
    "/build/server/index.js",
    "/dist/server.js",
    "/package.json",
    "/__manifest?p=/&version=x",
    "/__proto__",
    "/question/__proto__",
    "/icons/__proto__.json?icons=a",
    "/icons/constructor.json?icons=a",
    "/feed/constructor.xml",
    "/sitemap/__proto__/1.xml",
    "/account/style.css",
    "/api",
    "/api/",
    "/api/article/list",
    "/api/user/tokenQueryClientUser",
    "/api/ext/capabilities",
    "/api/pro/user",
    "/wp-login.php",
    "/question/%20",
    "/u/%F0%9F%98%80/article",
  ])("%s is not there", async (target) => {
    const answer = await request(`GET ${target} HTTP/1.1`);
    expect([302, 400, 404]).toContain(answer.status);
    if (answer.status === 302) expect(answer.headers.get("location")).toBe("/");
    expect(answer.body).not.toMatch(/"dependencies"|root:x:|\bat \w+ \(/);
  });

  test.each(
    [
      "/?__proto__=1&__proto__[x]=2&constructor[prototype][y]=3",
      "/?page[]=1&page[]=2&page=3&page=4",
      "/question?page=1&page=9&page=-1",
      "/question?page=1e9",
      "/question?page=%00",
      "/question?page=%E0%A4%A",
      "/question?sort[$ne]=1&tag=' or 1=1 --",
      `/search/all?q=${encodeURIComponent("') OR 1=1 --\0\u2028")}`,
      "/search/all?q=%ff%fe",
      `/search/all?q=${encodeURIComponent('"*" NEAR/2 (a OR b) AND NOT c:d ^')}`,
      `/search/all?q=${"%E6%95%B0".repeat(800)}`,
      `/?${Array.from({ length: 1000 }, (_, i) => `a${i}=`).join("&")}`,
      "/?a=&b&=c&&&;=?#x",
      "/?%",
      "/?tab=latest%00",
      "/?lang=../../etc/passwd",
    ].map((target) => target.replaceAll(" ", "%20")),
  )("%s gives a page or a refusal", async (target) => {
    const answer = await request(`GET ${target} HTTP/1.1`);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get("location") ?? answer.headers.get("content-type")).toMatch(/^\/search\/all\?|text\/html/);
  });

  test.each(["/search", "/search-suggestions", "/search/all", "/search/article", "/zhiku/search", "/search/all.data"])(
    "a long query at %s is cut, and the page still says so",
    async (path) => {
      for (const [words, least] of [
        ["数".repeat(800), 201],
        ["🚀".repeat(600), 100],
      ] as const) {
        const answer = await request(`GET ${path}?type=user&q=${encodeURIComponent(words)} HTTP/1.1`);
        expect(answer.status).toBe(302);
        const to = new URL(answer.headers.get("location") ?? "", ORIGIN);
        expect(to.pathname).toBe(path);
        expect(to.href.length).toBeLessThan(2_100);
        expect(to.searchParams.get("type")).toBe("user");
        expect([...(to.searchParams.get("q") ?? "")].length).toBeGreaterThanOrEqual(least);
        expect(words.startsWith(to.searchParams.get("q") ?? "-")).toBe(true);
      }
      const other = await request(`GET ${path}?q=a&tag=${"a".repeat(3000)} HTTP/1.1`);
      expect(other.status).toBe(414);
    },
  );

  test("10,000 parameters are refused for their length, without rendering a page", async () => {
    const renders = served.renders();
    const answer = await request(`GET /?${Array.from({ length: 10_000 }, (_, i) => `a${i}=1`).join("&")} HTTP/1.1`);
    expect([414, 431]).toContain(answer.status);
    expect(served.renders()).toBe(renders);
  });

  test("absolute-form and asterisk-form targets are refused", async () => {
    expect((await request("GET http://evil.example/question HTTP/1.1")).status).toBe(400);
    expect((await request(`GET ${ORIGIN}/question HTTP/1.1`)).status).toBe(400);
    expect((await request("OPTIONS * HTTP/1.1")).status).toBe(405);
    expect((await request("GET question HTTP/1.1")).status).toBe(400);
  });
});

describe("methods", () => {
  test.each(["TRACE", "OPTIONS", "DELETE", "PATCH", "PROPFIND", "PURGE", "LINK", "QUERY"])(
    "%s is refused",
    async (method) => {
      const answer = await request(`${method} / HTTP/1.1`, ["Cookie: token=secret"]);
      // A method unknown to Node is a bad request.
      expect([400, 405]).toContain(answer.status);
      if (answer.status === 405) expect(answer.headers.get("allow")).toBe("GET, HEAD, POST");
      expect(answer.text).not.toContain("secret");
    },
  );

  test("CONNECT gets a response instead of a closed connection", async () => {
    const answer = await raw("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n");
    expect(answer.status).toBe(405);
  });

  test("PUT reaches only the object store", async () => {
    expect((await request("PUT /question HTTP/1.1", [`Origin: ${ORIGIN}`, "Content-Length: 1"], "x")).status).toBe(405);
    expect((await request("PUT /oss/content/x.png HTTP/1.1", ["Content-Length: 1"], "x")).status).toBe(403);
  });

  test("lower-case and unknown methods are refused", async () => {
    for (const method of ["get", "GETT", "G E T", "", "\0"]) {
      expect((await request(`${method} / HTTP/1.1`)).status).toBe(400);
    }
  });
});

describe("headers", () => {
  const page = (headers: string[]) => request("GET /about HTTP/1.1", headers);

  test("8 KB of cookies and unreadable cookies do no harm", async () => {
    for (const cookie of [
      `a=${"b".repeat(8000)}`,
      `token=${"t".repeat(8000)}`,
      "token=%",
      "token=%E4%B8",
      "token=\xff\xfe",
      "token=; token=; __Host-token=",
      "__proto__=1; constructor=2",
      ";;;===;;",
      "token",
      'token="quoted"',
      "token=../../etc/passwd",
    ]) {
      expect((await page([`Cookie: ${cookie}`])).status, cookie.slice(0, 30)).toBe(200);
    }
  });

  test("more headers than any browser sends cause no server error", async () => {
    expect((await page([`X-Long: ${"x".repeat(20_000)}`])).status).toBe(431);
    expect((await page(Array.from({ length: 1500 }, (_, i) => `X-${i}: 1`))).status).toBeLessThan(500);
  });

  test("malformed values of the headers that we read do no harm", async () => {
    for (const header of [
      "User-Agent:",
      `User-Agent: ${"Mozilla/5.0 (".repeat(500)}`,
      "User-Agent: \xff\xfe\x80",
      "Accept-Encoding: br;q=abc, *;q=0, gzip;;;",
      "Accept-Encoding: ,,,",
      'If-None-Match: ,"',
      "If-Modified-Since: yesterday",
      "Range: bytes=0-1",
      "Accept: */*;q=nan",
      "Accept-Language: \xe4\xb8\xad",
      "X-Forwarded-For: '; drop table users; --",
      "X-Forwarded-Host: evil.example:80/../x",
      "X-Forwarded-Proto: javascript",
      'Forwarded: for="[::1]:x"',
      "X-HTTP-Method-Override: DELETE",
      "X-Original-URL: /account",
      "X-Remix-Response: yes",
      "Upgrade: websocket",
      "Upgrade: h2c",
      "Expect: 100-continue",
      "Content-Length: 0",
      "Sec-Fetch-Site: cross-site",
      "Purpose: prefetch",
    ]) {
      const answer = await page([header]);
      expect(answer.status, header.slice(0, 40)).toBe(200);
      expect(answer.body).not.toContain("evil.example");
    }
  });

  test("no header changes a page's links, which come from the configuration", async () => {
    const answer = await raw(
      "GET /feed.xml HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n",
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toContain(ORIGIN);
    expect(answer.body).not.toContain("evil.example");
  });

  test("an unknown expectation is refused", async () => {
    expect((await page(["Expect: the-unexpected"])).status).toBe(417);
  });
});

describe("ranges", () => {
  const RANGES = [
    "2-1",
    "5-0",
    "-5",
    "-0",
    "0-",
    "9-9999999",
    "9999999-",
    "0-1,3-2",
    "99999999999999999999-1",
    "--1",
    "a-b",
  ];
  const script = readdirSync("build/client/assets").find((name) => name.endsWith(".js"));

  test.each(RANGES)(
    "%s is answered whole by files and pages, and as far as it makes sense by objects",
    async (range) => {
      const headers = [`Range: bytes=${range}`];
      for (const path of [
        `/assets/${script}`,
        "/favicon.svg",
        "/images/avatar.svg",
        "/about",
        "/feed.xml",
        "/robots.txt",
      ]) {
        expect((await request(`GET ${path} HTTP/1.1`, headers)).status, path).toBe(200);
      }
      await world.upstream.services.objects.put("content/range.txt", Buffer.from("0123456789"), "text/plain");
      const object = await request("GET /oss/content/range.txt HTTP/1.1", headers);
      const parts: Record<string, string> = { "-5": "56789", "0-": "0123456789", "9-9999999": "9" };
      const outside = ["-0", "9999999-"].includes(range);
      expect(object.status).toBe(range in parts ? 206 : outside ? 416 : 200);
      if (!outside) expect(object.body).toBe(parts[range] ?? "0123456789");
    },
  );
});

test("an error while a file is looked for is answered, and ends nothing else", async () => {
  const assets = () => {
    throw new Error("ENOENT");
  };
  announceErrors(/request_failed/);
  const broken = await serveWorld(world, { assets });
  expect((await broken.get("/assets/a.js")).status).toBe(500);
  await broken.close();
});

test("a body that is not a form gets an error page", async () => {
  const headers = [`Origin: ${ORIGIN}`, "Sec-Fetch-Site: same-origin", "Content-Type: text/plain", "Content-Length: 1"];
  const answer = await request("POST /login HTTP/1.1", headers, "x");
  expect(answer.status).toBe(400);
  expect(answer.body).toContain("没能读懂提交的内容，请返回后重试");
  expect(answer.body).toMatch(/<h1[^>]*>请求无效</);
});

describe("message boundaries", () => {
  test.each([
    ["two Host headers", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"],
    ["no Host header", "GET / HTTP/1.1\r\n\r\n"],
    ["HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n"],
    [
      "a length and chunks",
      "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /account HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
    ["two lengths", "POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde"],
    ["a strange coding", "POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"],
    ["a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n Transfer-Encoding: chunked\r\n\r\n"],
    ["bare line feeds", "GET / HTTP/1.1\nHost: a\n\n"],
    ["a bad chunk", "POST /login HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"],
    ["NUL in a header", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n"],
    ["TLS on a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["HTTP/2 on a plain port", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no HTTP at all", "hello\r\n\r\n"],
    ["an unknown version", "GET / HTTP/9.9\r\nHost: a\r\n\r\n"],
  ])("%s: one refusal, and the connection ends", async (_, bytes) => {
    const answer = await raw(Buffer.from(bytes, "latin1"));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.answers).toBe(1);
  });

  test("the body of a refused write is not read as the next request", async () => {
    const answer = await raw(
      "POST /login HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\nContent-Length: 60\r\n\r\nGET /about HTTP/1.1\r\nHost: a\r\n\r\n",
    );
    expect([answer.status, answer.answers]).toEqual([403, 1]);
    expect(answer.headers.get("connection")).toBe("close");
  });

  test("pipelined requests are answered in order", async () => {
    const answer = await raw(
      "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: a\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    );
    expect(answer.text.match(/HTTP\/1\.1 (\d+)/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"]);
  });
});
