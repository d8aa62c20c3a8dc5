import { FIGURES, type Figure } from "#app/contract/admin/desk/figure-names";
import type { FigureSeries } from "#app/contract/admin/desk/figures";
import { CSV_BOM, csvLine } from "#upstream/text/csv";

/** Units that are formatted differently: yuan, percent, seconds. */
const CELLS: Partial<Record<Figure["unit"], (value: number) => string>> = {
  fen: (value) => (value / 100).toFixed(2),
  share: (value) => `${(value * 100).toFixed(2)}%`,
  milliseconds: (value) => (value / 1_000).toFixed(3),
  seconds: (value) => value.toFixed(0),
};

/** Formats statistics as CSV: one line per step, money in yuan, durations in seconds. */
export function figuresCsv({ labels, series }: { labels: readonly string[]; series: readonly FigureSeries[] }): string {
  const head = csvLine(["日期", ...series.map(({ key }) => FIGURES[key].name)]);
  const cell = ({ key, values }: FigureSeries, at: number): string => {
    const value = values[at];
    if (value === null || value === undefined) return "";
    return CELLS[FIGURES[key].unit]?.(value) ?? String(value);
  };
  return CSV_BOM + head + labels.map((label, at) => csvLine([label, ...series.map((one) => cell(one, at))])).join("");
}
