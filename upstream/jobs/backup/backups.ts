import { DAY, HOUR } from "#runtime/time-units";
import { leftIn } from "#upstream/modules/backup/claim";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

const NAME = /^shequ-(\d{8}T\d{6}Z)\.tar$/;
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Number of backups to keep: the newest of each of so many hours, days and weeks that have one. */
export type KeptBackups = { hourly: number; daily: number; weekly: number };

/** Time as a part of a file's name, to the second: 20261120T080000Z. */
export const stampOf = (time: Date): string => time.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Parses such a part; null if it is none. */
export function stampedTime(stamp: string): Date | null {
  if (!STAMP.test(stamp)) return null;
  return new Date(stamp.replace(STAMP, "$1-$2-$3T$4:$5:$6Z"));
}

/** Name of a backup started now. */
export const backupName = (now: Date): string => `shequ-${stampOf(now)}.tar`;

/** Parses the start time from a backup's name; null for other files. */
export const backupTime = (name: string): Date | null => stampedTime(NAME.exec(name)?.[1] ?? "");

/**
 * Names of the job's backups in a location, newest first; those that a replaced site has left come last, since its
 * clock may be ahead.
 */
export async function backupsIn(place: BackupPlace): Promise<string[]> {
  const [files, left] = await Promise.all([place.list("shequ-"), leftIn(place)]);
  const names = files.map(({ name }) => name).filter((name) => NAME.test(name));
  return leftLast(names.sort().reverse(), left);
}

/** Names in the same order, except that those that were left come last. */
export const leftLast = (names: readonly string[], left: readonly string[]): string[] => [
  ...names.filter((name) => !left.includes(name)),
  ...names.filter((name) => left.includes(name)),
];

/**
 * Backups to remove: all but the newest of each of the newest hours, days and weeks that have one.
 * @param names newest first
 * @param left what is kept for another reason, and takes the place of none
 */
export function expiredBackups(
  names: readonly string[],
  { hourly, daily, weekly }: KeptBackups,
  left: readonly string[] = [],
): string[] {
  const kept = new Set<string>();
  const own = names.filter((name) => !left.includes(name));
  const keepNewestOf = (count: number, spanOf: (at: Date) => number) => {
    const spans = new Set<number>();
    for (const name of own) {
      const at = backupTime(name);
      if (!at || spans.has(spanOf(at))) continue;
      if (spans.size === count) break;
      spans.add(spanOf(at));
      kept.add(name);
    }
  };
  keepNewestOf(hourly, (at) => Math.floor(at.getTime() / HOUR));
  keepNewestOf(daily, (at) => Math.floor(at.getTime() / DAY));
  // 1 January 1970 was a Thursday; weeks begin on Mondays.
  keepNewestOf(weekly, (at) => Math.floor((at.getTime() / DAY + 3) / 7));
  return own.filter((name) => !kept.has(name));
}
