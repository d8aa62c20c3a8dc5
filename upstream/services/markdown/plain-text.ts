import type { Token } from "markdown-it";

const EXCERPT_LENGTH = 110;
/** Blocks whose text is not useful without its layout. */
const UNQUOTABLE = new Set(["heading_open", "table_open", "callout_title_open", "footnotes_open"]);
/** Blocks without child tokens whose content is their text. */
const VERBATIM = new Set(["fence", "code_block", "formula_block"]);
/** Pronunciation of a word (ruby), which would interrupt the searchable text. */
const READINGS = new Set(["rt", "rp"]);
/** Full-width punctuation, which needs no space after it. */
const WIDE_END = /[。！？；：，、…—”’」』】》）]$/u;

/** Returns the text of a paragraph or heading. */
export function inlineText(tokens: Token[], { pictures = true } = {}): string {
  const [only] = tokens;
  // Fast path for most table cells, of which there may be many.
  if (tokens.length === 1 && only?.type === "text") return only.content;
  let readings = 0;
  return tokens
    .map(({ type, tag, nesting, content, children }) => {
      if (READINGS.has(tag)) readings += nesting;
      if (readings > 0) return "";
      if (type === "image") return pictures ? inlineText(children ?? []) : "";
      if (type === "figcaption") return "";
      return type.endsWith("break") ? " " : content;
    })
    .join("");
}

/**
 * Returns the whole text, one block per line: paragraphs, headings, table cells, code.
 * @param most characters after which it may stop
 */
export function plainText(tokens: Token[], most = Number.POSITIVE_INFINITY): string {
  const blocks: string[] = [];
  let length = 0;
  for (const { type, content, children } of tokens) {
    if (type !== "inline" && !VERBATIM.has(type)) continue;
    const text = (type === "inline" ? inlineText(children ?? []) : content).trim();
    if (text === "") continue;
    blocks.push(text);
    length += text.length;
    if (length > most) break;
  }
  return blocks.join("\n");
}

/**
 * Returns the beginning of the running text: without headings, tables, code or pictures, unless there is nothing else.
 */
export function excerptOf(tokens: Token[]): string {
  const paragraphs: string[] = [];
  let length = 0;
  let skipping: string | null = null;
  for (const { type, children } of tokens) {
    if (UNQUOTABLE.has(type)) skipping = type.replace("open", "close");
    if (type === skipping) skipping = null;
    if (type !== "inline" || skipping) continue;
    const text = inlineText(children ?? [], { pictures: false }).trim();
    if (text) paragraphs.push(text);
    length += text.length;
    if (length > EXCERPT_LENGTH * 2) break;
  }
  return shorten(joined(paragraphs) || plainText(tokens, EXCERPT_LENGTH * 2));
}

/** Joins paragraphs on one line, without a space after full-width punctuation. */
const joined = (paragraphs: readonly string[]): string =>
  paragraphs.reduce((line, next) => line + (line === "" || WIDE_END.test(line) ? "" : " ") + next, "");

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= EXCERPT_LENGTH) return characters.join("");
  return `${characters
    .slice(0, EXCERPT_LENGTH)
    .join("")
    .replace(/[\s，、；：,;:]+$/u, "")}…`;
}
