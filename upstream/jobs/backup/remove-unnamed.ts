import type { Services } from "#upstream/call/context";
import { BadArchive } from "#upstream/services/archive/bad-archive";
import { readTar } from "#upstream/services/archive/read-tar";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { backupsIn } from "./backups";
import { DATABASE_FILES } from "./database-copy";
import { nameBeside, readList } from "./files-beside";
import { FILES_BESIDE } from "./manifest";
import { openedFiles } from "./opened-files";
import { pagesOf } from "./write-backup";

/** Thrown to stop reading after the file list, which precedes the database. */
class Found extends Error {}

/**
 * Removes files from a location that are neither in the store nor referenced by a backup there.
 * @throws BadArchive if a backup can't be read, such as one sealed with another key: any file may be one of its own
 */
export async function removeUnnamed(
  { config, objects }: Pick<Services, "config" | "objects">,
  place: BackupPlace,
): Promise<number> {
  const there = await openedFiles(place, config.backupKey);
  const gone = new Set(there.names);
  for await (const page of pagesOf({ objects })) {
    for (const { key } of page) {
      const file = await there.find(key);
      if (file) gone.delete(nameBeside(file));
    }
  }
  for (const name of gone.size > 0 ? await backupsIn(place) : []) {
    for (const named of await namesIn(place, name, config.backupKey)) gone.delete(named);
  }
  for (const name of gone) await place.remove(name);
  return gone.size;
}

async function namesIn(place: BackupPlace, name: string, key: string): Promise<string[]> {
  const body = await place.open(name);
  if (!body) return [];
  let names: string[] = [];
  const take = async (entry: { name: string; body: AsyncIterable<Uint8Array> }) => {
    if (entry.name === FILES_BESIDE) {
      const parts: Uint8Array[] = [];
      for await (const part of entry.body) parts.push(part);
      names = readList(Buffer.concat(parts).toString("utf8")).map(nameBeside);
    }
    if (Object.values<string>(DATABASE_FILES).includes(entry.name)) throw new Found();
  };
  await readTar(body, take, key).catch((error: unknown) => {
    if (!(error instanceof Found))
      throw error instanceof BadArchive ? new BadArchive(`${name}：${error.message}`) : error;
  });
  return names;
}
