import { leftIn } from "#upstream/modules/backup/claim";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";
import { backupsIn, leftLast, stampedTime } from "./backups";
import { MANIFEST } from "./manifest";
import { MINUTES } from "./minute-copies";

/** A base copy of the database, and its logs, of which the last was read at `until`. */
export type Copies = { folder: string; logs: string[][]; until: Date };

/** Parses the start time from the folder of copies, or a file in it; null for others. */
export const copiesBegan = (name: string): Date | null =>
  stampedTime(/^minutes\/shequ-([^/-]+)-/.exec(name)?.[1] ?? "");

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
    let until = copiesBegan(folder) ?? new Date(0);
    for (const { name, modified } of own.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!name.endsWith(".wal")) continue;
      const [log = "", , stamp = ""] = name.slice(folder.length, -".wal".length).split("-");
      logs.set(log, [...(logs.get(log) ?? []), name]);
      // Earlier builds did not name the time, and a copy of the location has that of copying.
      const read = stampedTime(stamp) ?? modified;
      if (read > until) until = read;
    }
    return { folder, logs: [...logs.values()], until };
  });
}

/** Names of the newest backup of each sort in a location: the archive, and the folder of the copies of each minute. */
export async function newestIn(place: BackupPlace): Promise<string[]> {
  const [[archive], [copies]] = await Promise.all([backupsIn(place), copiesIn(place)]);
  return [archive, copies?.folder].filter((name) => name !== undefined);
}
