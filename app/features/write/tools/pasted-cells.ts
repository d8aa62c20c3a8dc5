import { cellOf } from "#app/contract/text/table-markdown";

/**
 * Cells that a spreadsheet copied as plain text; null for other text. Indented code has tabs too, but at the beginning
 * of lines, where cells have none.
 */
export function cellsOfText(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  const rows = lines.map((line) => line.split("\t"));
  const width = rows[0]?.length ?? 0;
  const isTable = rows.length > 1 && width > 1 && rows.every((row) => row.length === width && row[0] !== "");
  return isTable ? rows.map((row) => row.map(cellOf)) : null;
}

/** Whether a position in Markdown is inside a code block, where text must not be converted. */
export function isInCode(text: string, at: number): boolean {
  let fence: string | null = null;
  for (const line of text.slice(0, at).split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (!mark) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return fence !== null;
}
