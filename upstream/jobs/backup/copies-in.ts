import { leftIn } from "#upstream/modules/backup/claim";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { backupsIn, leftLast } from "./backups";
import { MANIFEST } from "./manifest";
import { MINUTES } from "./minute-copies";

/** A base copy of the database, and its logs. */
export type Copies = { folder: string; logs: string[][]; until: Date };

/**
 * Complete copies of each minute in a location, the newest first; those that a replaced site has left come last, since
 * its clock may be ahead.
 */
export async function copiesIn(place: BackupPlace): Promise<Copies[]> {
  const [files, left] = await Promise.all([place.list(MINUTES), leftIn(place)]);
  const folders = files
    .filter(({ name }) => name.endsWith(`/${MANIFEST}`))
    .map(({ name }) => name.slice(0, -MANIFEST.length))
    .sort()
    .reverse();
  return leftLast(folders, left).map((folder) => {
    const own = files.filter(({ name }) => name.startsWith(folder));
    const logs = new Map<string, string[]>();
    for (const { name } of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!name.endsWith(".wal")) continue;
      const log = name.slice(folder.length).split("-", 1)[0] ?? "";
      logs.set(log, [...(logs.get(log) ?? []), name]);
    }
    const until = new Date(Math.max(...own.map(({ modified }) => modified.getTime())));
    return { folder, logs: [...logs.values()], until };
  });
}

/** Names of the newest backup of each sort in a location: the archive, and the folder of the copies of each minute. */
export async function newestIn(place: BackupPlace): Promise<string[]> {
  const [[archive], [copies]] = await Promise.all([backupsIn(place), copiesIn(place)]);
  return [archive, copies?.folder].filter((name) => name !== undefined);
}
