import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeWorkFolder, removeLeftFolders, WORK_FOLDERS } from "#runtime/work-folder";

const NOW = new Date("2026-03-03T12:00:00Z");
const LONG_AGO = new Date("2026-03-01T12:00:00Z");
/** Id of a process that has ended. */
const gone = spawnSync(process.execPath, ["-e", ""]).pid;

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "work-folder-test-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

async function folder(name: string, touched = LONG_AGO): Promise<string> {
  const path = join(place, name);
  await mkdir(path);
  await writeFile(join(path, "0"), "half of a file");
  await utimes(path, touched, touched);
  return path;
}

test("folders left by a killed process are deleted after a day, of every kind", async () => {
  const left = await Promise.all(WORK_FOLDERS.map((work) => folder(`${work}-${gone}-aB3dE6`)));
  expect(await removeLeftFolders(place, NOW)).toBe(WORK_FOLDERS.length);
  expect(left.filter((path) => existsSync(path))).toEqual([]);
});

test("nothing else is deleted: folders of living processes, of today, of others", async () => {
  const mine = await makeWorkFolder(place, "shequ-form");
  expect(basename(mine)).toMatch(new RegExp(`^shequ-form-${process.pid}-`));
  await utimes(mine, LONG_AGO, LONG_AGO);
  const kept = [
    mine,
    await folder(`shequ-form-${gone}-aB3dE6`, new Date(NOW.getTime() - 60_000)),
    await folder("shequ-form-aB3dE6"),
    await folder(`other-form-${gone}-aB3dE6`),
    await folder(`shequ-form-${gone}-aB3dE6-kept`),
  ];
  expect(await removeLeftFolders(place, NOW)).toBe(0);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
});

test("a missing parent folder is treated as empty", async () => {
  expect(await removeLeftFolders(join(place, "nowhere"), NOW)).toBe(0);
});
