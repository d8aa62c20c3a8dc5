const EIGHT_HOURS = 8 * 3_600_000;

/** Formats an instant (ISO 8601) within a sentence, in China's time: 2026 年 3 月 8 日 16:00. */
export function chinaMinute(iso: string): string {
  const local = new Date(Date.parse(iso) + EIGHT_HOURS).toISOString();
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d+:\d+)/.exec(local) ?? [];
  return `${year} 年 ${Number(month)} 月 ${Number(day)} 日 ${time}`;
}
