import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAssets } from "#server/reply/assets";
import { keepAssets } from "#server/reply/kept-assets";
import { announceErrors } from "#tests/runner/console-errors";

const HOUR = 60 * 60 * 1000;
let folder: string;
const servers: Server[] = [];
const keepers: { stop: () => void }[] = [];
let now: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shequ-builds-"));
  now = Date.now();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const keeper of keepers.splice(0)) keeper.stop();
  rmSync(folder, { recursive: true });
});

/** A process of a build with its own script, a style with a compressed copy, and a file common to all builds. */
async function start(name: string): Promise<{ origin: string; look: () => Promise<void>; stop: () => void }> {
  const built = join(folder, name);
  mkdirSync(join(built, "assets"), { recursive: true });
  writeFileSync(join(built, "assets", `${name}-1234567.js`), `export default "${name}";`);
  const css = `.${name}{color:red}`.repeat(200);
  writeFileSync(join(built, "assets", `${name}-7654321.css`), css);
  writeFileSync(join(built, "assets", `${name}-7654321.css.gz`), gzipSync(css));
  writeFileSync(join(built, "assets", "same-0000000.js"), "export {};");
  writeFileSync(join(built, "secret.txt"), "secret");
  const shelf = join(folder, "shelf");
  const keeper = await keepAssets(built, shelf, () => now);
  keepers.push(keeper);
  const assets = createAssets(built, [["X-Content-Type-Options", "nosniff"]], shelf);
  const server = createServer((request, response) => assets(request, response, () => response.writeHead(501).end()));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, ...keeper };
}

test("with two builds behind one address, either serves the files of both", async () => {
  const a = await start("a");
  const b = await start("b");
  for (const { origin } of [a, b]) {
    for (const name of ["a", "b"]) {
      const script = await fetch(`${origin}/assets/${name}-1234567.js`);
      expect([script.status, await script.text()]).toEqual([200, `export default "${name}";`]);
      expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(script.headers.get("content-type")).toMatch(/javascript/);
      expect(script.headers.get("x-content-type-options")).toBe("nosniff");
      expect(script.headers.get("content-security-policy")).toContain("default-src 'none'");
      const style = await fetch(`${origin}/assets/${name}-7654321.css`, { headers: { "accept-encoding": "gzip" } });
      expect([style.status, style.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    }
    expect((await fetch(`${origin}/assets/c-1234567.js`)).status).toBe(404);
    for (const path of ["/assets/..%2fsecret.txt", "/assets/.hidden", "/assets/"]) {
      expect((await fetch(origin + path)).status, path).toBe(404);
    }
  }
});

test("files of a build that no longer runs are deleted after a day, those of a running one are kept", async () => {
  const a = await start("a");
  const b = await start("b");
  a.stop();
  const onShelf = () => readdirSync(join(folder, "shelf", "assets")).filter((name) => name.startsWith("a"));
  for (let hour = 0; hour < 23; hour += 1) {
    now += HOUR;
    await b.look();
  }
  expect(onShelf()).toHaveLength(3);
  now += 2 * HOUR;
  await b.look();
  expect(onShelf()).toEqual([]);
  expect((await fetch(`${b.origin}/assets/a-1234567.js`)).status).toBe(404);
  expect(existsSync(join(folder, "shelf", "assets", "same-0000000.js"))).toBe(true);
  // A file removed by another process is restored at the next check.
  rmSync(join(folder, "shelf", "assets", "b-1234567.js"));
  await b.look();
  expect((await fetch(`${a.origin}/assets/b-1234567.js`)).status).toBe(200);
});

test("processes with the same id, as in containers, fill the folder at the same time", async () => {
  const built = join(folder, "a");
  mkdirSync(join(built, "assets"), { recursive: true });
  for (let n = 0; n < 50; n += 1) writeFileSync(join(built, "assets", `${n}-1234567.js`), "x".repeat(10_000));
  const shelf = join(folder, "shelf");
  const started = await Promise.all(Array.from({ length: 4 }, () => keepAssets(built, shelf)));
  keepers.push(...started);
  expect(readdirSync(join(shelf, "assets"))).toHaveLength(50);
});

test("a file that can't be copied at the start is tried again, and the others are kept meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const built = join(folder, "b");
    mkdirSync(join(built, "assets"), { recursive: true });
    symlinkSync(join(folder, "not-yet.js"), join(built, "assets", "late-1234567.js"));
    keepers.push(await keepAssets(built, join(folder, "shelf")));
    writeFileSync(join(folder, "not-yet.js"), "export {};");
    await vi.advanceTimersByTimeAsync(HOUR);
    await vi.waitFor(() => expect(existsSync(join(folder, "shelf", "assets", "late-1234567.js"))).toBe(true));
    announceErrors(/assets_not_kept/);
  } finally {
    vi.useRealTimers();
  }
});

test("a file that can't be kept does not keep old ones from being deleted", async () => {
  const a = await start("a");
  (await start("b")).stop();
  for (const kept of ["a", "shelf"]) rmSync(join(folder, kept, "assets", "a-1234567.js"));
  now += 25 * HOUR;
  await expect(a.look()).rejects.toThrow("ENOENT");
  expect(readdirSync(join(folder, "shelf", "assets")).sort()).toEqual([
    "a-7654321.css",
    "a-7654321.css.gz",
    "same-0000000.js",
  ]);
});
