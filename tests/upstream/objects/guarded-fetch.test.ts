import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadApi } from "#app/contract/files/upload";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createGuardedFetch, type GuardedFetch } from "#upstream/services/external/guarded-fetch";
import { isPublicAddress } from "#upstream/services/external/public-address";

const WANTED = { bytesMax: 1_000, timeout: 2_000, accepts: /^image\//, accept: "image/*" };
let server: Server;
let port: number;
let asked = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://a.example");
    if (pathname === "/to") response.writeHead(302, { location: searchParams.get("url") ?? "" }).end();
    else if (pathname === "/slow") response.writeHead(200, { "content-type": "image/png" }).write("a");
    else if (pathname === "/page") response.writeHead(200, { "content-type": "text/html" }).end("<p>");
    else if (pathname === "/long") response.writeHead(200, { "content-type": "image/png" }).end("a".repeat(1_001));
    else response.writeHead(200, { "content-type": "image/png; x=1" }).end(request.headers.cookie ?? "picture");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

/** A fetch that resolves these names to our server; 127.0.0.1 counts as public. */
const fetchWith = (names: Record<string, string[]>): GuardedFetch =>
  createGuardedFetch({
    resolve: async (host) => (names[host] ?? []).map((address) => ({ address, family: 4 })),
    isAllowed: (address) => address === "127.0.0.1",
    isPort: (each) => each === port,
  });
const open = fetchWith({
  "a.example": ["127.0.0.1"],
  "b.example": ["127.0.0.1"],
  inside: ["10.0.0.7"],
  mixed: ["127.0.0.1", "10.0.0.7"],
});
const at = (path: string, host = "a.example") => `http://${host}:${port}${path}`;

describe("a guarded fetch", () => {
  test("returns the content, across redirects to another host", async () => {
    const { bytes, contentType, url } = await open(at(`/to?url=${encodeURIComponent(at("/x", "b.example"))}`), WANTED);
    expect([bytes.toString(), contentType, url]).toEqual(["picture", "image/png", at("/x", "b.example")]);
  });

  test.each([
    ["file:///etc/passwd", "只能是 http 或 https 地址"],
    ["http://", "不是有效的地址"],
    ["http://u:p@a.example/", "地址里不能有密码"],
    ["http://a.example:22/", "地址的端口不能用"],
    ["http://127.0.0.2/", "地址不在公开的网络上"],
    ["http://2130706434/", "地址不在公开的网络上"],
    ["http://[::1]/", "地址不在公开的网络上"],
    ["http://inside/", "地址不在公开的网络上"],
    ["http://mixed/", "地址不在公开的网络上"],
    ["http://unknown.example/", "地址不在公开的网络上"],
  ])("refuses %s", async (url, reason) => {
    const before = asked;
    await expect(open(url, WANTED)).rejects.toMatchObject({ name: "FetchRefused", message: reason });
    await expect(open(at(`/to?url=${encodeURIComponent(url)}`), WANTED), "as a redirect").rejects.toMatchObject({
      name: "FetchRefused",
    });
    expect(asked - before).toBeLessThanOrEqual(1);
  });

  test.each([
    ["/page", "不是图片"],
    ["/long", "太大了"],
    [`/to?url=${encodeURIComponent("/to?url=/to")}`, "连不上"],
  ])("refuses the response of %s", async (path) => {
    await expect(open(at(path), WANTED)).rejects.toMatchObject({ name: "FetchRefused" });
  });

  test("gives up after its time limit", async () => {
    await expect(open(at("/slow"), { ...WANTED, timeout: 100 })).rejects.toMatchObject({ message: "等得太久" });
  });

  test("connects to the address that was checked, even if the name resolves to another one a moment later", async () => {
    let looks = 0;
    const rebinding = createGuardedFetch({
      resolve: async () => [{ address: looks++ === 0 ? "127.0.0.1" : "127.0.0.9", family: 4 }],
      isAllowed: (address) => address === "127.0.0.1",
      isPort: () => true,
    });
    await rebinding(at("/x", "rebind.example"), WANTED);
    expect(looks).toBe(1);
  });
});

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.168.1.1", "198.18.0.1"],
  ...["224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"],
  ...[
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::",
    "64:ff9b::e000:1",
    "64:ff9b:1::808:808",
  ],
  ...["2002:7f00:1::", "2001:db8::1", "2001::1", "ff02::1", "no address"],
])("the address %s is not public, so nothing is fetched from it", (address) =>
  expect(isPublicAddress(address)).toBe(false),
);

test.each([
  ...["8.8.8.8", "114.114.114.114", "172.32.0.1", "2400:3200::1", "2606:4700::1111"],
  ...["64:ff9b::808:808", "64:ff9b::172.32.0.1", "64:ff9b:0:0:0:0:7272:7272"],
])("the address %s is public", (address) => expect(isPublicAddress(address)).toBe(true));

describe("a picture that is pasted from elsewhere", () => {
  let upstream: TestUpstream;
  beforeAll(async () => {
    upstream = await createTestUpstream();
  });
  afterAll(() => upstream.close());

  test("is refused if it is in our own network, and nothing is stored", async () => {
    const as = await upstream.addUser("林知远", "8613800000001");
    for (const url of ["http://127.0.0.1/a.png", "http://169.254.169.254/latest/meta-data"]) {
      await expect(upstream.call(uploadApi.remote, { body: { url } }, { as })).rejects.toMatchObject({
        code: "UPLOAD_REJECTED",
      });
    }
    expect(await upstream.services.db.selectFrom("objects").selectAll().execute()).toEqual([]);
  });

  test("is stored as our own, reduced", async () => {
    const { default: sharp } = await import("sharp");
    const bytes = await sharp({ create: { width: 3_000, height: 20, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    upstream.services.guardedFetch = async (url) => ({ bytes, contentType: "image/png", url });
    const as = await upstream.addUser("周小雨", "8613800000002");
    const kept = await upstream.call(uploadApi.remote, { body: { url: "https://a.example/b/图.png?x=1" } }, { as });
    expect(kept).toMatchObject({ width: 2_560, url: expect.stringMatching(/^\/oss\/content\/.+\.webp$/) });
    const row = await upstream.services.db
      .selectFrom("objects")
      .selectAll()
      .where("key", "=", kept.key)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ owner_id: as, confirmed: 1, bytes: kept.bytes });
  });
});
