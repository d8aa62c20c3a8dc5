/** A cell with a number, an amount or a percentage. */
const NUMBER = /^[-+−]?[¥$€]?[\d,]+(?:\.\d+)?%?$/;

/** Formats rows of cells as a Markdown table; the first row is the header. Numeric columns are right-aligned. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const cells = rows.map((row) => Array.from({ length: width }, (_, n) => row[n] ?? ""));
  const [head = [], ...body] = cells;
  const isNumeric = (n: number) =>
    body.some((row) => row[n] !== "") && body.every((row) => row[n] === "" || NUMBER.test(row[n] ?? ""));
  const rule = head.map((_, n) => (isNumeric(n) ? "---:" : "---"));
  return [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Formats text as a table cell: on one line, escaped. */
export const cellOf = (text: string): string =>
  text
    .trim()
    .replace(/[\\|*`<]/g, "\\$&")
    .replace(/\s*\n\s*/g, "<br>")
    .replace(/\s+/g, " ");
