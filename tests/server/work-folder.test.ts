import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeWorkFolder, removeLeftFolders, WORK_FOLDERS } from "#runtime/work-folder";

const NOW = new Date("2026-03-03T12:00:00Z");
const LONG_AGO = new Date("2026-03-01T12:00:00Z");
/** Another run; earlier builds wrote the process id, which every container has again after each start. */
const OTHER_RUN = "0123456789";
const OLD_RUNS = [OTHER_RUN, "1", String(process.pid)];

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

test.each(OLD_RUNS)("folders left by a killed process are deleted after a day, of every kind: %s", async (run) => {
  const left = await Promise.all(WORK_FOLDERS.map((work) => folder(`${work}-${run}-aB3dE6`)));
  expect(await removeLeftFolders(place, NOW)).toBe(WORK_FOLDERS.length);
  expect(left.filter((path) => existsSync(path))).toEqual([]);
});

test("nothing else is deleted: folders of this process, which others leave, of today, of others", async () => {
  const mine = await makeWorkFolder(place, "shequ-form");
  expect(basename(mine)).toMatch(/^shequ-form-[0-9a-f]{10}-\w{6}$/);
  await utimes(mine, LONG_AGO, LONG_AGO);
  const kept = [
    mine,
    await folder(`shequ-form-${OTHER_RUN}-aB3dE6`, new Date(NOW.getTime() - 60_000)),
    await folder("shequ-form-aB3dE6"),
    await folder(`other-form-${OTHER_RUN}-aB3dE6`),
    await folder(`shequ-form-${OTHER_RUN}-aB3dE6-kept`),
  ];
  expect(await removeLeftFolders(place, NOW)).toBe(0);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  expect((await stat(mine)).mtime).toEqual(NOW);
});

test("a missing parent folder is treated as empty", async () => {
  expect(await removeLeftFolders(join(place, "nowhere"), NOW)).toBe(0);
});
