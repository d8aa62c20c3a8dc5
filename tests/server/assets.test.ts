import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAssets } from "#server/reply/assets";

let folder: string;
let server: Server;
let origin: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-assets-"));
  mkdirSync(join(folder, "assets"));
  for (const name of ["a.js", "a.js.br", "b.js"])
    writeFileSync(join(folder, "assets", name), `export default "${name}";`);
  const assets = createAssets(folder, []);
  server = createServer((request, response) => assets(request, response, () => response.writeHead(501).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test("a file that vanished since the start is a 404, and the others are still served", async () => {
  expect((await fetch(`${origin}/assets/a.js`)).status).toBe(200);
  rmSync(join(folder, "assets", "a.js"));
  const gone = await fetch(`${origin}/assets/a.js?v=1`);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
  const other = await fetch(`${origin}/assets/b.js`);
  expect([other.status, await other.text()]).toEqual([200, 'export default "b.js";']);
});

test("a file that vanishes before it is read ends its response and nothing else", async () => {
  // A later build into the same folder removes one form of the file before the other.
  rmSync(join(folder, "assets", "a.js.br"));
  const headers = { "accept-encoding": "br" };
  await expect(fetch(`${origin}/assets/a.js`, { headers }).then((reply) => reply.text())).rejects.toThrow();
  expect((await fetch(`${origin}/assets/b.js`, { headers })).status).toBe(200);
});

test.each([
  "bytes=2-1",
  "bytes=5-0",
  "bytes=-5",
  "bytes=0-1",
  "bytes=9-",
  "bytes=-0",
  "bytes=99999999999999999999-1",
  "bytes=--1",
  "bytes=0-1,3-2",
  "bytes=1.5-1e9",
  "lines=2-1",
  "-",
])("a file is served as a whole whatever range is asked for: %s", async (range) => {
  for (const name of ["a.js", "b.js"]) {
    const reply = await fetch(`${origin}/assets/${name}`, { headers: { range, "accept-encoding": "identity" } });
    expect([reply.status, reply.headers.get("content-range"), await reply.text()]).toEqual([
      200,
      null,
      `export default "${name}";`,
    ]);
  }
});
