import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { openSqlite } from "#upstream/db/sqlite";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { unseal } from "#upstream/services/archive/sealed-stream";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { filesIn, readBeside } from "./files-beside";
import { MANIFEST, type Manifest, readManifest } from "./manifest";
import { BASE, MINUTES } from "./minute-copies";
import type { BackupVisitor } from "./verify-backup";

/** Name for the state of the last minute, where a backup is to be named. */
export const LATEST = "latest";

/** A copy of the database, and the logs that go on from it. */
type Copies = { folder: string; logs: string[][] };

/** The newest whole copies in a place; null where there are none. */
async function newestCopies(place: BackupPlace): Promise<Copies | null> {
  const names = (await place.list(MINUTES)).map(({ name }) => name);
  const folders = names
    .filter((name) => name.endsWith(`/${MANIFEST}`))
    .map((name) => name.slice(0, -MANIFEST.length))
    .sort();
  const folder = folders.at(-1);
  if (folder === undefined) return null;
  const logs = new Map<string, string[]>();
  for (const name of names.filter((one) => one.startsWith(folder) && one.endsWith(".wal")).sort()) {
    const log = name.slice(folder.length).split("-", 1)[0] ?? "";
    logs.set(log, [...(logs.get(log) ?? []), name]);
  }
  return { folder, logs: [...logs.values()] };
}

/**
 * Reads the state of the last minute: the copy of the database with all that was written since, and every file that lies
 * beside. A log that lacks a part in its middle ends there, as one does that a crash has cut off.
 * @param file where the database is put together
 * @returns null where the place has none
 */
export async function readNewestMinute(
  { place, key, file }: { place: BackupPlace; key: string; file: string },
  taker: Pick<BackupVisitor, "object">,
): Promise<Manifest | null> {
  const copies = await newestCopies(place);
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
    // Nothing else may be written: the next log goes on from exactly these pages.
    const database = openSqlite(file);
    database.prepare("pragma wal_checkpoint(truncate)").all([]);
    database.leave();
  }
  for (const beside of (await filesIn(place)).values()) {
    await taker.object(beside.key, readBeside(place, beside, key), beside.bytes);
  }
  return manifest;
}
