import { FIGURES } from "#app/contract/admin/figure-names";
import type { FigureSeries } from "#app/contract/admin/figures";
import { CSV_BOM, csvLine } from "#upstream/text/csv";

/** Figures as a file for spreadsheets: a line for each step, money in yuan. */
export function figuresCsv({ labels, series }: { labels: readonly string[]; series: readonly FigureSeries[] }): string {
  const head = csvLine(["日期", ...series.map(({ key }) => FIGURES[key].name)]);
  const cell = ({ key, values }: FigureSeries, at: number): string => {
    const value = values[at];
    if (value === null || value === undefined) return "";
    return FIGURES[key].unit === "fen" ? (value / 100).toFixed(2) : String(value);
  };
  return CSV_BOM + head + labels.map((label, at) => csvLine([label, ...series.map((one) => cell(one, at))])).join("");
}
