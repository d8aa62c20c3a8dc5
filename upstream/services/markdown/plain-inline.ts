import type { MarkdownIt, StateInline } from "markdown-it";
import readText from "markdown-it/lib/rules_inline/text.mjs";

/**
 * Parses paragraphs, headings and cells without markup as one text token at once, as markdown-it does after trying its
 * rules on them. Empty ones, such as cells added to fill up rows, have no token.
 */
export function plainInline(md: MarkdownIt): void {
  md.core.ruler.at("inline", ({ tokens, env, Token }) => {
    for (const token of tokens) {
      if (token.type !== "inline" || token.content === "") continue;
      if (!isPlain(token.content)) md.inline.parse(token.content, md, env, token.children ?? []);
      else {
        const text = new Token("text", "", 0);
        text.content = token.content;
        // An array to which it is pushed would have room for 17.
        token.children = [text];
      }
    }
  });
}

/** Whether markdown-it's first rule, for characters that mean nothing else, reads a text to its end. */
function isPlain(source: string): boolean {
  const state = { src: source, pos: 0, posMax: source.length };
  readText(state as StateInline, true);
  return state.pos === source.length;
}
