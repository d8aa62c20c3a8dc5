import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { BadExport } from "./entry";

/** A row of a table: its columns by name, null for NULL. */
export type DumpRow = { table: string; line: number; columns: Readonly<Record<string, string | null>> };

const COPY = /^COPY (?:\w+\.)?"?(\w+)"? \((.+)\) FROM stdin;$/;
const ESCAPES: Record<string, string> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" };

/**
 * Yields the rows of some tables in a plain PostgreSQL dump (`pg_dump`, gzipped or not), line by line.
 * @param read receives the number of bytes read
 * @throws BadExport if the file is truncated
 */
export async function* readDump(
  file: string,
  tables: ReadonlySet<string>,
  read: (bytes: number) => void = () => {},
): AsyncGenerator<DumpRow> {
  const bytes = createReadStream(file);
  bytes.on("data", (chunk) => read(chunk.length));
  const input = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
  bytes.on("error", (error) => input.destroy(error));
  let table: string | null = null;
  let columns: string[] = [];
  let inCopy = false;
  let line = 0;
  try {
    for await (const written of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      if (!inCopy) {
        const [, name = "", list = ""] = COPY.exec(written) ?? [];
        if (!name) continue;
        inCopy = true;
        table = tables.has(name) ? name : null;
        columns = list.split(", ").map((column) => column.replaceAll('"', ""));
      } else if (written === "\\.") inCopy = false;
      else if (table !== null) {
        const values = written.split("\t");
        if (values.length !== columns.length)
          throw new BadExport(`第 ${line} 行有 ${values.length} 列，表 ${table} 应有 ${columns.length} 列`);
        const row = Object.fromEntries(columns.map((column, n) => [column, unescaped(values[n] ?? "")]));
        yield { table, line, columns: row };
      }
    }
    if (inCopy) throw brokenOff(line);
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith("Z_") ? brokenOff(line) : error;
  } finally {
    bytes.destroy();
  }
}

const brokenOff = (line: number) => new BadExport(`备份不完整：到第 ${line} 行就断了。请重新下载；前面的已经导入`);

const unescaped = (value: string): string | null =>
  value === "\\N"
    ? null
    : value.includes("\\")
      ? value.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter)
      : value;
