import type { Token } from "markdown-it";

const EXCERPT_LENGTH = 110;
/** Blocks whose words say little without their layout. */
const UNQUOTABLE = new Set(["heading_open", "table_open"]);
/** Marks that carry their distance to what follows within them. */
const WIDE_END = /[。！？；：，、…—”’」』】》）]$/u;

/** The words of one paragraph or heading. */
export function inlineText(tokens: Token[], { pictures = true } = {}): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === "image") return pictures ? inlineText(children ?? []) : "";
      if (type === "figcaption") return "";
      return type.endsWith("break") ? " " : content;
    })
    .join("");
}

/** Every word of a text, one block a line: paragraphs, headings, table cells, code. */
export function plainText(tokens: Token[]): string {
  return tokens
    .flatMap(({ type, content, children }) => {
      if (type === "inline") return [inlineText(children ?? []).trim()];
      return type === "fence" || type === "code_block" ? [content.trim()] : [];
    })
    .filter(Boolean)
    .join("\n");
}

/** The first words of the running text: no headings, tables, code or pictures, unless there is nothing else. */
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
  return shorten(joined(paragraphs) || plainText(tokens));
}

/** Paragraphs in one line; none is parted by a space from a full-width mark before it. */
const joined = (paragraphs: readonly string[]): string =>
  paragraphs.reduce((line, next) => line + (line === "" || WIDE_END.test(line) ? "" : " ") + next, "");

/** Characters that are not white space, counted as people see them. */
export const countCharacters = (text: string): number => [...text.replace(/\s+/g, "")].length;

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ").trim()];
  if (characters.length <= EXCERPT_LENGTH) return characters.join("");
  return `${characters
    .slice(0, EXCERPT_LENGTH)
    .join("")
    .replace(/[\s，、；：,;:]+$/u, "")}…`;
}
