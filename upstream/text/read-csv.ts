/** A row of a table, with its line number in the file; a quoted cell may span several lines. */
export type CsvRow = { line: number; cells: string[] };

/** Refusal of a file that is not a table, with the reason in Chinese. */
export class CsvRefusal extends Error {
  override name = "CsvRefusal";
}

/** Characters that appear when another encoding is decoded as UTF-8, and never in real text. */
const NOT_UTF8 = /[\uFFFD\0]/;

/**
 * Parses CSV as spreadsheets save it: commas, quoted cells, any line endings, with or without a byte order mark. Empty
 * rows are omitted. Malformed input is refused rather than guessed at.
 * @throws CsvRefusal
 */
export function readCsv(text: string): CsvRow[] {
  if (NOT_UTF8.test(text)) throw new CsvRefusal("文件不是 UTF-8 编码。请在表格软件里另存为“CSV UTF-8”，再选一次");
  const rows: CsvRow[] = [];
  const source = text.replace(/^\uFEFF/, "");
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  while (at < source.length) {
    const { cell, end } = source[at] === '"' ? quoted(source, at, line) : plain(source, at, line);
    row.cells.push(cell.trim());
    line += cell.split("\n").length - 1;
    at = end;
    if (source[at] === ",") {
      at += 1;
      // A trailing comma is followed by an empty cell.
      if (at < source.length && !isEnd(source[at])) continue;
      row.cells.push("");
    }
    at += source.startsWith("\r\n", at) ? 2 : 1;
    line += 1;
    rows.push(row);
    row = { line, cells: [] };
  }
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
}

const isEnd = (letter: string | undefined): boolean => letter === "\n" || letter === "\r";

type Cell = { cell: string; end: number };

function plain(source: string, from: number, line: number): Cell {
  const [cell = ""] = /^[^,\r\n]*/.exec(source.slice(from)) ?? [];
  if (cell.includes('"')) throw new CsvRefusal(`第 ${line} 行：引号要在格子的两头，格子里的引号要写两个`);
  return { cell, end: from + cell.length };
}

function quoted(source: string, from: number, line: number): Cell {
  const [whole] = /^"(?:[^"]|"")*"/.exec(source.slice(from)) ?? [];
  if (whole === undefined) throw new CsvRefusal(`第 ${line} 行：引号没有配对`);
  const end = from + whole.length;
  if (end < source.length && source[end] !== "," && !isEnd(source[end])) {
    throw new CsvRefusal(`第 ${line} 行：引号后面多出了文字`);
  }
  return { cell: whole.slice(1, -1).replaceAll('""', '"').replaceAll("\r\n", "\n"), end };
}
