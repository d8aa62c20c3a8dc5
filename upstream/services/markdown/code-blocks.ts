import type { MarkdownIt } from "markdown-it";
import { highlight, languageOf } from "./highlight";

/** Longer code is not highlighted, because nobody reads that much of it here. */
const CODE_LENGTH_MAX = 20_000;
/**
 * Maximum characters between these borders. Grammars look ahead to the end of the line, those of C over words and spaces
 * on any number of lines, so that long stretches take quadratic time, or worse. Nobody writes them.
 */
const STRETCH_MAX = 1_000;
const BORDERS = [/\n/, /[^\w\s*&:]/];
/** Maximum characters highlighted per text; what follows stays plain, as some grammars take 20 µs for each. */
const HIGHLIGHTED_MAX = 50_000;
/** Cost of a block besides its characters, in characters. */
const BLOCK_COST = 50;

/**
 * Renders code, highlighted with classes, and focusable because long lines scroll. Collects the languages in
 * `env.languages`.
 */
export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.push("code_blocks", ({ tokens, env }) => {
    const languages = new Set<string>();
    let cost = 0;
    for (const token of tokens) {
      if (token.type !== "fence") continue;
      const language = languageOf(token.info);
      const { length } = token.content;
      const isHighlighted =
        language !== null &&
        length <= CODE_LENGTH_MAX &&
        cost + length + BLOCK_COST <= HIGHLIGHTED_MAX &&
        !hasLongStretch(token.content);
      token.meta = { language, isHighlighted };
      if (!isHighlighted) continue;
      cost += length + BLOCK_COST;
      languages.add(language);
    }
    env.languages = [...languages];
  });
  md.renderer.rules.code_block = (tokens, index) => block(md.utils.escapeHtml(tokens[index]?.content ?? ""), null);
  md.renderer.rules.fence = (tokens, index) => {
    const { content = "", meta } = tokens[index] ?? {};
    const { language, isHighlighted }: { language: string | null; isHighlighted: boolean } = meta;
    return block(isHighlighted && language ? highlight(content, language) : md.utils.escapeHtml(content), language);
  };
}

const hasLongStretch = (code: string): boolean =>
  BORDERS.some((border) => code.split(border).some(({ length }) => length > STRETCH_MAX));

const block = (html: string, language: string | null): string =>
  language
    ? `<pre tabindex="0" data-language="${language}"><code class="hljs language-${language}">${html}</code></pre>\n`
    : `<pre tabindex="0"><code>${html}</code></pre>\n`;
