import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { BESIDE } from "./backup/files-beside";
import { MINUTES } from "./backup/minute-copies";

/** Names of files that become, or become part of, a backup or an export. */
const UNFINISHED = /^\.(?:shequ|export|file|base)-[\w-]+(?:\.tar|\.part|\.tar\.part)$/;

/**
 * Removes files of unfinished backups and exports, which killed processes have left and nobody touched for a day. One
 * of them may be a copy of the database that is not encrypted.
 * @returns their number
 */
export async function removeLeftFiles({
  config: { dataDir, backups },
  clock,
}: Pick<Services, "config" | "clock">): Promise<number> {
  const found = await unfinishedIn(dataDir);
  if (backups?.place.kind === "folder") {
    const { folder } = backups.place;
    found.push(...(await unfinishedIn(folder)));
    for (const inside of [BESIDE, MINUTES]) found.push(...(await unfinishedIn(join(folder, inside), true)));
  }
  let removed = 0;
  for (const file of new Set(found)) {
    const old = await stat(file).then(
      ({ mtimeMs }) => clock().getTime() - mtimeMs > DAY,
      () => false,
    );
    if (!old) continue;
    removed += await rm(file, { force: true }).then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}

/** Paths of unfinished files in a folder; none if it does not exist. */
async function unfinishedIn(folder: string, recursive = false): Promise<string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && UNFINISHED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
