import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { openSqlite } from "#upstream/db/sqlite";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { unseal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { isPassingKey } from "#upstream/services/storage/object-key";
import { copiesIn } from "./copies-in";
import { type Damaged, type FileBeside, takeBeside } from "./files-beside";
import { MANIFEST, type Manifest, readManifest } from "./manifest";
import { BASE } from "./minute-copies";
import { openedFiles } from "./opened-files";
import type { BackupVisitor } from "./verify-backup";

/** Name that selects the newest state, in place of a backup's name. */
export const LATEST = "latest";

/**
 * Restores the newest state: the base copy with all later changes applied, and every file beside it. A log with a
 * missing part ends there, like one truncated by a crash.
 * @param name LATEST, or the folder of certain copies
 * @param file where to assemble the database
 * @returns its manifest, which of the files are damaged, and when the last part was written; null if there are no copies
 */
export async function readNewestMinute(
  { place, key, name, file }: { place: BackupPlace; key: string; name: string; file: string },
  taker: Pick<BackupVisitor, "object">,
): Promise<{ manifest: Manifest; damaged: Damaged; until: Date } | null> {
  const copies = (await copiesIn(place)).find(({ folder }) => name === LATEST || folder === name);
  if (!copies) return null;
  const read = async function* (name: string): AsyncGenerator<Uint8Array> {
    const sealed = await place.open(name);
    if (!sealed) throw new BadArchive(`缺少文件 ${name}`);
    yield* unseal(sealed, key);
  };
  const parts: Uint8Array[] = [];
  for await (const part of read(`${copies.folder}${MANIFEST}`)) parts.push(part);
  const manifest = readManifest(Buffer.concat(parts).toString("utf8"));
  await pipeline(read(`${copies.folder}${BASE}`), createWriteStream(file, { mode: 0o600 }));
  for (const names of copies.logs) {
    await rm(`${file}-shm`, { force: true });
    const log = async function* () {
      for (const name of names) yield* read(name);
    };
    await pipeline(log, createWriteStream(`${file}-wal`, { mode: 0o600 }));
    // Nothing else may be written, because the next log applies to exactly these pages.
    const database = openSqlite(file);
    database.prepare("pragma wal_checkpoint(truncate)").all([]);
    database.leave();
  }
  const there = await openedFiles(place, key);
  const files: FileBeside[] = [];
  for (const one of there.keys) {
    // Earlier builds copied those, too; a running site removes them at any time.
    const beside = isPassingKey(one) ? null : await there.find(one);
    if (beside) files.push(beside);
  }
  const damaged = await takeBeside({ place, key }, files, taker.object);
  return { manifest, damaged, until: copies.until };
}
