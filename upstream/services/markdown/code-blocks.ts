import type { MarkdownIt } from "markdown-it";
import { highlight, languageOf } from "./highlight";

/**
 * Renders code, highlighted with classes, and focusable because long lines scroll. Collects the languages in
 * `env.languages`.
 */
export function codeBlocks(md: MarkdownIt): void {
  md.core.ruler.push("code_blocks", ({ tokens, env }) => {
    const found = tokens.filter(({ type }) => type === "fence").map(({ info }) => languageOf(info));
    env.languages = [...new Set(found.filter((language) => language !== null))];
  });
  md.renderer.rules.code_block = (tokens, index) => block(tokens[index]?.content ?? "", null);
  md.renderer.rules.fence = (tokens, index) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    return block(content, languageOf(info));
  };
  const block = (code: string, language: string | null) =>
    language
      ? `<pre tabindex="0" data-language="${language}"><code class="hljs language-${language}">${
          highlight(code, language) ?? md.utils.escapeHtml(code)
        }</code></pre>\n`
      : `<pre tabindex="0"><code>${md.utils.escapeHtml(code)}</code></pre>\n`;
}
