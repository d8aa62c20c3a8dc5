import type { MarkdownIt, Token } from "markdown-it";

/** Scripts written without spaces, including their punctuation and full-width forms. */
const UNSPACED =
  /[\u2014\u2018-\u201d\u2026\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60]|[\ud840-\udfff]/;

/** Joins lines at a single line break within Chinese text, which browsers would show as a space. */
export function chineseLineBreaks(md: MarkdownIt): void {
  md.core.ruler.push("chinese_line_breaks", ({ tokens }) => {
    for (const { children } of tokens) {
      children?.forEach((token, index) => {
        if (token.type !== "softbreak") return;
        const before = neighbour(children, index, -1).slice(-1);
        const after = neighbour(children, index, 1).slice(0, 1);
        if (!UNSPACED.test(before) || !UNSPACED.test(after)) return;
        token.type = "text";
        token.content = "";
      });
    }
  });
}

/** The nearest text in one direction, across the boundaries of links and emphasis. */
function neighbour(tokens: Token[], from: number, step: 1 | -1): string {
  for (let index = from + step; tokens[index]; index += step) {
    const { content, type } = tokens[index] as Token;
    if (content || type.endsWith("break")) return content;
  }
  return "";
}
