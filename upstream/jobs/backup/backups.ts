import { DAY, HOUR } from "#runtime/time-units";
import type { BackupPlace } from "#upstream/services/backup-place/backup-place";

const NAME = /^shequ-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/;

/** Number of backups to keep: the newest of each of so many hours, days and weeks that have one. */
export type KeptBackups = { hourly: number; daily: number; weekly: number };

/** Name of a backup started now. */
export const backupName = (now: Date): string => `shequ-${now.toISOString().replace(/[-:]|\.\d{3}/g, "")}.tar`;

/** Parses the start time from a backup's name; null for other files. */
export function backupTime(name: string): Date | null {
  const [, ...parts] = NAME.exec(name) ?? [];
  const [year, month, day, hour, minute, second] = parts.map(Number);
  if (year === undefined) return null;
  return new Date(Date.UTC(year, (month ?? 1) - 1, day, hour, minute, second));
}

/** Names of the job's backups in a location, newest first. */
export async function backupsIn(place: BackupPlace): Promise<string[]> {
  const names = (await place.list("shequ-")).map(({ name }) => name);
  return names.filter((name) => NAME.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/**
 * Backups to remove: all but the newest of each of the newest hours, days and weeks that have one.
 * @param names newest first
 * @param left what is kept for another reason
 */
export function expiredBackups(
  names: readonly string[],
  { hourly, daily, weekly }: KeptBackups,
  left: readonly string[] = [],
): string[] {
  const kept = new Set(left);
  const keepNewestOf = (count: number, spanOf: (at: Date) => number) => {
    const spans = new Set<number>();
    for (const name of names) {
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
  return names.filter((name) => !kept.has(name));
}
