import type { MarkdownIt } from "markdown-it";
import type { Heading } from "./markdown";
import { inlineText } from "./plain-text";

const LEVEL_MAX = 6;

/**
 * Renders headings. The page's title is its only h1, so a text that uses h1 is shifted down by one level. Anchors are
 * `h-1`, `h-2` … in order of appearance. Collects `env.headings`.
 */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push("headings", ({ tokens, env }) => {
    const found: Heading[] = [];
    const shift = tokens.some(({ type, tag }) => tag === "h1" && type === "heading_open") ? 1 : 0;
    tokens.forEach((token, index) => {
      if (token.type !== "heading_open" && token.type !== "heading_close") return;
      const level = Math.min(Number(token.tag.slice(1)) + shift, LEVEL_MAX);
      token.tag = `h${level}`;
      if (token.type === "heading_close") return;
      const text = inlineText(tokens[index + 1]?.children ?? []).trim();
      const id = `h-${found.length + 1}`;
      if (env.anchors !== false) token.attrSet("id", id);
      found.push({ id, level, text });
    });
    env.headings = found.filter(({ text }) => text);
  });
}
