/** A cell that is a number, an amount or a share. */
const NUMBER = /^[-+−]?[¥$€]?[\d,]+(?:\.\d+)?%?$/;

/** Rows of cells as a table of Markdown; the first is its head. Columns of numbers stand at the right. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const cells = rows.map((row) => Array.from({ length: width }, (_, n) => row[n] ?? ""));
  const [head = [], ...body] = cells;
  const isNumeric = (n: number) =>
    body.some((row) => row[n] !== "") && body.every((row) => row[n] === "" || NUMBER.test(row[n] ?? ""));
  const rule = head.map((_, n) => (isNumeric(n) ? "---:" : "---"));
  return [head, rule, ...body].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** Words as a cell: in one line, and nothing in it ends the cell or marks it. */
export const cellOf = (text: string): string =>
  text
    .trim()
    .replace(/[\\|*`<]/g, "\\$&")
    .replace(/\s*\n\s*/g, "<br>")
    .replace(/\s+/g, " ");
