/** Formats a number with its significant digits: 1,234 / 56.7 / 3.21 / 0.084. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 || value === 0 ? 2 : 3;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Prints a titled table; the first column is left-aligned, the others right-aligned. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]) {
  const cells = [columns, ...rows].map((row) => row.map((cell) => (typeof cell === "number" ? figure(cell) : cell)));
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ");
  const [head = [], ...body] = cells;
  console.log(`\n${title}\n${"─".repeat(widths.reduce((sum, width) => sum + width + 2, -2))}`);
  console.log(line(head));
  for (const row of body) console.log(line(row));
}
