import type { MarkdownIt, StateBlock } from "markdown-it";
import table from "markdown-it/lib/rules_block/table.mjs";

/** Maximum cells added per text to fill up short rows, or a small source could produce a huge page. */
const FILLED_MAX = 5_000;

/** Renders tables in a scrollable region that can be focused by keyboard; alignment by class, not by style. */
export function tables(md: MarkdownIt): void {
  md.block.ruler.at(
    "table",
    (state, start, end, silent) => {
      if (silent || !table(state, start, end, true)) return table(state, start, end, silent);
      return table(state, start, endOf(state, start, end), false);
    },
    { alt: ["paragraph", "reference"] },
  );
  md.core.ruler.push("tables", ({ src, tokens }) => {
    if (!src.includes("|")) return;
    let count = 0;
    for (const token of tokens) {
      if (token.type === "table_open") token.meta = { number: ++count };
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      if (token.attrs === null) continue;
      const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
      token.attrs = side ? [["class", `align-${side}`]] : null;
    }
  });
  md.renderer.rules.table_open = (tokens, index) => {
    const number: number = tokens[index]?.meta?.number ?? 1;
    // Regions on one page need different names.
    const label = number === 1 ? "表格" : `表格 ${number}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table>\n`;
  };
  md.renderer.rules.table_close = () => "</table></div>\n";
}

/** Returns the last possible line of a table: before the row that would exceed the limit of added cells. */
function endOf(state: StateBlock, start: number, end: number): number {
  const env: { filledCells?: number } = state.env;
  const others = state.md.block.ruler.getRules("blockquote");
  const columns = cellsIn(lineOf(state, start + 1));
  for (let line = start + 2; line < end; line++) {
    const isRow =
      !state.isEmpty(line) &&
      (state.sCount[line] ?? 0) >= state.blkIndent &&
      !others.some((isOther) => isOther(state, line, end, true));
    if (!isRow) return end;
    const filled = (env.filledCells ?? 0) + Math.max(0, columns - cellsIn(lineOf(state, line)));
    if (filled > FILLED_MAX) return line;
    env.filledCells = filled;
  }
  return end;
}

const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim();

/** Number of cells in a row, by its bars. */
const cellsIn = (row: string): number =>
  row.split("|").length - (row.startsWith("|") ? 1 : 0) - (row.length > 1 && row.endsWith("|") ? 1 : 0);
