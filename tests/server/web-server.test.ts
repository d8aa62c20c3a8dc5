import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "#tests/world/world";
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

/** A raw response, not decoded by a client. */
const fetchRaw = (path: string, headers: string[] = [], method = "GET") =>
  rawRequest(
    served.port,
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers.map((h) => `${h}\r\n`).join("")}\r\n`,
  );

describe("a URL that contains undefined", () => {
  const MACHINES = [
    "/api/undefined",
    "/api/article/undefined",
    "/api/pro/weixin/pay/undefined",
    "/oss/undefined",
    "/oss/avatar/undefined.webp",
    "/live/undefined",
    "/feed/undefined.xml",
    "/icons/undefined.json?icons=home",
    "/undefined",
  ];
  test.each(MACHINES)("%s redirects to the home page for every reader", async (path) => {
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    for (const headers of [new Headers(), new Headers({ cookie })]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await fetch(served.url + path, { method, headers, redirect: "manual" });
        expect([answer.status, answer.headers.get("location")], method).toEqual([302, "/"]);
      }
    }
  });

  test.each(["/api/undefined", "/oss/undefined"])("%s refuses writes", async (path) => {
    const answer = await fetch(served.url + path, { method: "POST", redirect: "manual" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe("built files", () => {
  const script =
    readdirSync("build/client/assets")
      .find((name) => name.endsWith(".js.br"))
      ?.slice(0, -3) ?? "";

  test("are cacheable for a year under their hashed names", async () => {
    const response = await served.get(`/assets/${script}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(response.headers.get("content-type")).toMatch(/javascript/);
  });

  test("are served compressed, with the same content", async () => {
    const plain = readFileSync(`build/client/assets/${script}`);
    const br = await fetchRaw(`/assets/${script}`, ["Accept-Encoding: gzip, br"]);
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(br.bytes).equals(plain)).toBe(true);
    const gzip = await fetchRaw(`/assets/${script}`, ["Accept-Encoding: gzip"]);
    expect(gunzipSync(gzip.bytes).equals(plain)).toBe(true);
    expect((await fetchRaw(`/assets/${script}`)).bytes.equals(plain)).toBe(true);
  });

  test.each(["/assets/gone-12345678.js", "/assets/gone", "/assets/", "/assets/.vite/manifest.json", "/assets/%E4.js"])(
    "that are gone are a plain 404, never a page: %s",
    async (path) => {
      const response = await served.get(path);
      if (path.includes("%")) return expect(response.status).toBe(400);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.text()).toBe("Not Found\n");
    },
  );

  test("include no source map, server code or file list", async () => {
    for (const path of [`/assets/${script}.map`, "/assets", "/server/index.js", "/client/", "/../server/index.js"]) {
      expect((await served.get(path)).status, path).toBe(404);
    }
  });
});

test("files of another build behind the same address are served as well", async () => {
  const folder = join(served.config.assetsDir, "assets");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "other-1234567.js"), "export {};");
  expect(await (await served.get("/assets/other-1234567.js")).text()).toBe("export {};");
  expect((await served.get("/assets/none-1234567.js")).status).toBe(404);
});

test.each([
  [0, 5],
  [1, 75],
])("behind %i proxies, connections are kept for %i seconds", async (trustProxy, seconds) => {
  const server = await serveWorld(world, { config: { trustProxy } });
  const { headers } = await rawRequest(server.port, "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(headers.get("keep-alive")).toMatch(new RegExp(`^timeout=${seconds}\\b`));
  await server.close();
});

describe("the upstream behind the public port", () => {
  test("is not reachable", async () => {
    for (const path of ["/api/article/list", "/api/config/logo", "/api/ext/capabilities", "/api/pro/category/list"]) {
      const response = await served.get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe("Not Found\n");
    }
  });

  test("serves its objects by the rules of the object store", async () => {
    expect((await served.get("/oss/nobody/secret.pdf")).status).toBe(403);
    expect((await served.get("/oss/demo/nothing.webp")).status).toBe(404);
  });

  test("serves a public picture with its type, embeddable by other sites", async () => {
    const { objects } = world.upstream.services;
    const key = `content/202601/${"a".repeat(32)}.png`;
    await objects.put(key, PIXEL, "image/png");
    const response = await served.get(`/oss/${key}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await response.arrayBuffer()).equals(PIXEL)).toBe(true);
  });
});

describe("pages", () => {
  test("are compressed to the same bytes each time", async () => {
    const plain = await fetchRaw("/question");
    expect(plain.headers.has("content-encoding")).toBe(false);
    const br = await fetchRaw("/question", ["Accept-Encoding: br, gzip"]);
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true);
    const gzip = await fetchRaw("/question", ["Accept-Encoding: gzip, br;q=0"]);
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    for (const { headers, bytes } of [plain, br, gzip]) {
      expect(Number(headers.get("content-length"))).toBe(bytes.length);
      expect(headers.get("vary")).toContain("Accept-Encoding");
      expect(headers.get("etag")).toBe(plain.headers.get("etag"));
    }
  });

  test("respond with 304 to a matching ETag in any notation", async () => {
    const etag = (await fetchRaw("/question")).headers.get("etag") ?? "";
    for (const value of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const answer = await fetchRaw("/question", [`If-None-Match: ${value}`]);
      expect(answer.status, value).toBe(304);
      expect(answer.body).toBe("");
      expect(answer.headers.get("etag")).toBe(etag);
    }
    expect((await fetchRaw("/question", ['If-None-Match: "other"'])).status).toBe(200);
  });

  test("respond to HEAD with the same headers and no body, and cache the whole page", async () => {
    const head = await fetchRaw("/activity", [], "HEAD");
    const get = await fetchRaw("/activity");
    expect([head.status, head.body]).toEqual([200, ""]);
    expect(get.bytes.length).toBeGreaterThan(1000);
    for (const name of ["content-type", "etag", "content-length", "content-security-policy"]) {
      expect(head.headers.get(name), name).toBe(get.headers.get(name));
    }
    for (const path of ["/nowhere", "/policy", "/healthz", "/favicon.svg", "/assets/gone.js", "/feed.xml"]) {
      const [one, other] = [await fetchRaw(path, [], "HEAD"), await fetchRaw(path)];
      expect([one.status, one.body], path).toEqual([other.status, ""]);
    }
  });

  test("of members are not stored by shared caches, and private ones not even by the browser", async () => {
    const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
    const page = await served.get("/question", { cookie });
    expect(page.headers.get("cache-control")).toMatch(/private/);
    for (const path of ["/account/profile", "/account/profile.data", "/notifications/comment"]) {
      const response = await served.get(path, { cookie });
      expect(response.headers.get("cache-control"), path).toBe("no-store");
    }
  });

  test("are the same for crawlers and readers", async () => {
    const one = await (await served.get("/about", { "x-forwarded-for": "192.0.2.1" })).text();
    const other = await (await served.get("/about", { "x-forwarded-for": "192.0.2.2" })).text();
    expect(one).toBe(other);
  });
});

describe("the reader's address", () => {
  test.each([
    [0, "127.0.0.1"],
    [1, "192.0.2.2"],
    [2, "192.0.2.1"],
  ])("behind %i proxies the upstream is told %s", async (trustProxy, address) => {
    const told = new Set<string | null>();
    const { fetch } = world.upstream.program;
    world.upstream.program.fetch = (request) => {
      told.add(request.headers.get("x-client-ip"));
      return fetch(request);
    };
    const server = await serveWorld(world, { config: { trustProxy } });
    const headers = { "x-forwarded-for": "203.0.113.1, 192.0.2.1, 192.0.2.2", "x-client-ip": "203.0.113.66" };
    // A shared page, a member's own, and one forwarded to the upstream.
    await server.get("/question", headers);
    await server.get("/question", { ...headers, cookie: `token=${"x".repeat(43)}` });
    await server.get("/oss/demo/nothing.webp", headers);
    world.upstream.program.fetch = fetch;
    await server.close();
    expect([...told]).toEqual([address]);
  });
});

describe("health", () => {
  test("reports what a load balancer needs, and is not cacheable", async () => {
    for (const path of ["/healthz", "/readyz", "/healthz/", "/Readyz/"]) {
      const response = await served.get(path);
      expect(response.status).toBe(200);
      expect(await response.text()).toBe("ok\n");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("has no data of a page", async () => {
    for (const path of ["/healthz.data", "/readyz.data"]) expect((await served.get(path)).status, path).toBe(404);
  });
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
