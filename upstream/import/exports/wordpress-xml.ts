import { createReadStream } from "node:fs";
import { Parser } from "htmlparser2";
import { BadExport } from "./entry";

/** An element of an export with its text. */
export type Part = { name: string; words: string; attributes: Readonly<Record<string, string>>; parts: Part[] };
/** A complete element of the channel, and the line in which it begins. */
export type Whole = Part & { line: number };

/** Elements of the channel that are yielded when they end; their content is kept only until then. */
const WHOLE = new Set(["item", "wp:author", "wp:base_site_url", "wp:base_blog_url", "wp:wxr_version"]);
/** Maximum characters of one text; longer ones are not texts. */
const WORDS_MAX = 20_000_000;

/**
 * Reads a WordPress export (WXR) as a stream: its authors and items, with only one of them in memory at a time.
 * @param read receives the number of bytes read
 * @throws BadExport if it is not such a file, or is truncated within an item
 */
export async function* readWxr(file: string, read: (bytes: number) => void): AsyncGenerator<Whole> {
  const ready: Whole[] = [];
  const open: Part[] = [];
  let line = 1;
  let lineOfWhole = 1;
  let [chunk, chunkStart, counted] = ["", 0, 0];
  let ended = false;
  /** Counts lines up to a position of the current chunk. */
  const countTo = (index: number) => {
    for (; counted < index && counted - chunkStart < chunk.length; counted += 1)
      if (chunk.charCodeAt(counted - chunkStart) === 10) line += 1;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > 0 || WHOLE.has(name)) {
          if (open.length === 0) {
            countTo(parser.startIndex);
            lineOfWhole = line;
          }
          const part = { name, words: "", attributes, parts: [] };
          open.at(-1)?.parts.push(part);
          open.push(part);
        }
      },
      ontext(words) {
        const part = open.at(-1);
        if (!part) return;
        part.words += words;
        if (part.words.length > WORDS_MAX) throw new BadExport(`第 ${lineOfWhole} 行开始的一项太大，不像是文章`);
      },
      onclosetag(name, isImplied) {
        const part = open.pop();
        if (part && open.length === 0 && !isImplied) ready.push({ ...part, line: lineOfWhole });
        if (name === "rss" && !isImplied) ended = true;
      },
    },
    { xmlMode: true },
  );
  for await (const text of createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 })) {
    countTo(chunkStart + chunk.length);
    chunkStart += chunk.length;
    chunk = text as string;
    parser.write(chunk);
    read(Buffer.byteLength(chunk));
    yield* ready.splice(0);
  }
  parser.end();
  yield* ready.splice(0);
  countTo(chunkStart + chunk.length);
  if (!ended) throw new BadExport(`文件不完整：到第 ${line} 行就断了，没有 </rss>。请重新导出；前面的已经导入`);
}

/** Text of the first child element with a name. */
export const elementText = (part: Part, name: string): string =>
  part.parts.find((each) => each.name === name)?.words.trim() ?? "";
