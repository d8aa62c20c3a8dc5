import { createReadStream } from "node:fs";
import { Parser } from "htmlparser2";
import { BadExport } from "./entry";

/** An element of an export with the words within it. */
export type Part = { name: string; words: string; attributes: Readonly<Record<string, string>>; parts: Part[] };
/** A whole element of the channel, and the line that it begins in. */
export type Whole = Part & { line: number };

/** Elements of the channel that are handed on when they end; what they hold is kept until then, and no longer. */
const WHOLE = new Set(["item", "wp:author", "wp:base_site_url", "wp:base_blog_url", "wp:wxr_version"]);
/** Characters of one text: what is longer is no text. */
const WORDS_MAX = 20_000_000;

/**
 * Reads an export of WordPress (WXR) piece by piece: its authors and items, each when it ends, so that no more of the file
 * is in memory than the one at hand.
 * @param read is told how many bytes came in
 * @throws BadExport for what is no such file, or ends within an item
 */
export async function* readWxr(file: string, read: (bytes: number) => void): AsyncGenerator<Whole> {
  const ready: Whole[] = [];
  const open: Part[] = [];
  let line = 1;
  let lineOfWhole = 1;
  let [chunk, chunkStart, counted] = ["", 0, 0];
  let ended = false;
  /** Lines up to a place of what is being read. */
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

/** Words of the first part of a name. */
export const wordsOf = (part: Part, name: string): string =>
  part.parts.find((each) => each.name === name)?.words.trim() ?? "";
