import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { makeFolder, makeFolderSync } from "#runtime/make-folder";

const folder = mkdtempSync(join(tmpdir(), "shequ-folder-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ["makeFolder", makeFolder],
  ["makeFolderSync", async (path: string, mode?: number) => makeFolderSync(path, mode)],
])("%s", (name, make) => {
  test("creates missing folders, all with its mode, and leaves existing ones alone", async () => {
    const path = join(folder, name, "a", "b");
    await make(path, 0o700);
    for (const one of [path, join(path, "..")]) expect(statSync(one).mode & 0o777).toBe(0o700);
    writeFileSync(join(path, "kept"), "");
    await Promise.all([make(path), make(join(path, "c", "d")), make(join(path, "c", "d"))]);
    expect(statSync(join(path, "kept")).isFile()).toBe(true);
    expect(statSync(join(path, "c", "d")).isDirectory()).toBe(true);
    await expect(make(join(path, "kept"))).rejects.toThrow("EEXIST");
    await expect(make(join(path, "kept", "e"))).rejects.toThrow("ENOTDIR");
  });

  test.runIf(process.platform === "linux")("throws at once where no folder can be created", async () => {
    await expect(make("/proc/self/shequ/data")).rejects.toThrow("/proc/self/shequ");
  });
});
