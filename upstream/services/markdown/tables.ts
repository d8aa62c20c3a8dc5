import type { MarkdownIt } from "markdown-it";

/** Tables scroll inside a region of their own that the keyboard reaches; alignment by class, never by style. */
export function tables(md: MarkdownIt): void {
  const parse = md.inline.parse.bind(md.inline);
  // Rows that are shorter than their table are filled up, by tens of thousands of cells in a hostile one.
  md.inline.parse = (source, ...rest) => {
    if (source !== "") parse(source, ...rest);
  };
  md.core.ruler.push("tables", ({ tokens }) => {
    let count = 0;
    for (const token of tokens) {
      if (token.type === "table_open") token.meta = { number: ++count };
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
      token.attrs = side ? [["class", `align-${side}`]] : null;
    }
  });
  md.renderer.rules.table_open = (tokens, index) => {
    const number: number = tokens[index]?.meta?.number ?? 1;
    // Regions of one page need names that differ.
    const label = number === 1 ? "表格" : `表格 ${number}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table>\n`;
  };
  md.renderer.rules.table_close = () => "</table></div>\n";
}
