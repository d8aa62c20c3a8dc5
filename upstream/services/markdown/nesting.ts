import type { MarkdownIt, StateBlock } from "markdown-it";
import list from "markdown-it/lib/rules_block/list.mjs";

/** Maximum depth of blocks in blocks: a quote counts as one, a list as two, itself and its item. */
const DEPTH_MAX = 24;
/** Maximum of lines per text that blocks read in vain, looking for their end. */
const IN_VAIN_MAX = 10_000;

type ReadingEnv = { readInVain?: number };

/** Bounds the depth of blocks: markers beyond it stay text, where markdown-it would leave out the rest of the text. */
export function nesting(md: MarkdownIt): void {
  md.block.ruler.at("list", (state, start, end, silent) => !isDeep(state, start) && list(state, start, end, silent), {
    alt: ["paragraph", "reference", "blockquote"],
  });
}

/** Whether no block may begin at a line that contains blocks: it would be in too many, unless it is outside of some. */
export const isDeep = (state: StateBlock, line: number): boolean =>
  state.level >= DEPTH_MAX && (state.sCount[line] ?? 0) >= state.blkIndent;

/** Whether a block may still look for its end beyond lines that may turn out to be outside of it. */
export const mayReadAhead = ({ env }: { env: ReadingEnv }): boolean => (env.readInVain ?? 0) < IN_VAIN_MAX;

/** Counts lines that a block has read although it ended before them: others read them again. */
export function noteReadInVain({ env }: { env: ReadingEnv }, lines: number): void {
  env.readInVain = (env.readInVain ?? 0) + Math.max(0, lines);
}
