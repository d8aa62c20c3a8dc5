/** Marks a file as UTF-8, for spreadsheets that would guess. */
export const CSV_BOM = "\uFEFF";

/** Beginnings of a cell that a spreadsheet would run as a formula, in the width of either keyboard. */
const FORMULA = /^[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠\t\r]/u;

/** One line of a file that spreadsheets open: each cell in quotes, and none that they would run. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
