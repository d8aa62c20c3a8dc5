import { adminFiguresApi } from "#app/contract/admin/desk/figures";
import { DAY } from "#runtime/time-units";

const EIGHT_HOURS = 8 * 60 * 60 * 1000;

/** The day in China `days` ago. */
export const dayAgo = (days: number): string =>
  new Date(Date.now() + EIGHT_HOURS - days * DAY).toISOString().slice(0, 10);

/** Common ranges: the last days up to today, each with its step. */
export const PRESETS = [
  { label: "今天", days: 1, step: "day" },
  { label: "7 天", days: 7, step: "day" },
  { label: "30 天", days: 30, step: "day" },
  { label: "90 天", days: 90, step: "week" },
  { label: "一年", days: 365, step: "month" },
] as const;

/** A preset's query parameters. */
export const presetQuery = ({ days, step }: (typeof PRESETS)[number]) =>
  new URLSearchParams({ from: dayAgo(days - 1), to: dayAgo(0), step }).toString();

/** Parses the range in a URL, by default the last thirty days; with errors by field. */
export function figureRange(given: URLSearchParams) {
  const range = {
    from: given.get("from")?.trim() || dayAgo(29),
    to: given.get("to")?.trim() || dayAgo(0),
    step: given.get("step") || "day",
  };
  const parsed = adminFiguresApi.get.query.safeParse(range);
  const wrong = Object.fromEntries(parsed.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []);
  return { range, query: parsed.data ?? null, wrong: wrong as Partial<Record<string, string>> };
}
