import type { MarkdownIt, StateBlock } from "markdown-it";
import { isDeep } from "./nesting";

/** First lines of a text's `<details>` blocks, with their last lines. */
type FoldEnv = { folds?: Map<number, number> };

const OPENS = /^[ \t>]*<details>/i;
const CLOSES = /<\/details>[ \t]*$/i;
const FENCE = /^[ \t>]{0,8}(?:`{3,}|~{3,})/;
const OPEN_TAG = "<details>";
const SUMMARY = /^<summary>((?:(?!<\/?summary>).)*)<\/summary>/i;
const UNNAMED = "详情";

/**
 * Supports `<details>` containing Markdown: the opening tag at the beginning of a line, the closing tag at the end of
 * one, `<summary>` on the same line or the next. Unclosed tags stay text.
 */
export function details(md: MarkdownIt): void {
  md.block.ruler.before("html_block", "details", fold, { alt: ["paragraph", "reference", "blockquote"] });
  md.renderer.rules.details_open = () => "<details>\n";
  md.renderer.rules.summary_open = () => "<summary>";
  md.renderer.rules.summary_close = () => "</summary>\n";
  md.renderer.rules.details_close = () => "</details>\n";
}

/** Emits the opening tags and the summary. */
export function openFold(state: StateBlock, summary: string): void {
  state.push("details_open", "details", 1);
  state.push("summary_open", "summary", 1);
  const words = state.push("inline", "", 0);
  words.content = summary.trim() || UNNAMED;
  words.children = [];
  words.map = [state.line, state.line + 1];
  state.push("summary_close", "summary", -1);
}

function fold(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.src.charCodeAt(start) !== 0x3c || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  if (state.src.slice(start, start + OPEN_TAG.length).toLowerCase() !== OPEN_TAG) return false;
  if (isDeep(state, startLine)) return false;
  const last = foldsOf(state).get(startLine);
  if (last === undefined || last >= endLine) return false;
  if (silent) return true;

  const { bMarks, eMarks, tShift, sCount, lineMax, parentType } = state;
  // Those that change: a copy of all lines, for each block, would take as long as the lines are many and the blocks deep.
  const changed = [startLine, Math.min(startLine + 1, last), last];
  const kept = [bMarks, eMarks, tShift, sCount].map((marks) => changed.map((line) => marks[line] ?? 0));
  const lineEnd = eMarks[last] ?? 0;
  eMarks[last] = lineEnd - (CLOSES.exec(state.src.slice(bMarks[last] ?? 0, lineEnd))?.[0].length ?? 0);
  let line = startLine;
  beginAt(state, line, start + OPEN_TAG.length);
  if (line < last && state.isEmpty(line)) line += 1;
  const from = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
  const [written = "", summary = ""] = SUMMARY.exec(state.src.slice(from, eMarks[line] ?? from)) ?? [];
  state.line = startLine;
  openFold(state, summary);
  if (written) beginAt(state, line, from + written.length);
  state.lineMax = last + 1;
  state.md.block.tokenize(state, line, last + 1);
  state.push("details_close", "details", -1);
  const ended = state.line;

  [bMarks, eMarks, tShift, sCount].forEach((marks, index) => {
    changed.forEach((line, at) => {
      marks[line] = kept[index]?.[at] ?? 0;
    });
  });
  state.lineMax = lineMax;
  state.parentType = parentType;
  // Earlier, if the list or quote that it is in ends before its closing tag.
  state.line = Math.min(ended, last + 1);
  return true;
}

/** Makes a line begin at a later position. */
function beginAt(state: StateBlock, line: number, position: number): void {
  const end = state.eMarks[line] ?? position;
  const begin = Math.min(position, end);
  state.bMarks[line] = begin;
  state.tShift[line] = Math.min(state.skipSpaces(begin), end) - begin;
  state.sCount[line] = state.blkIndent;
}

/** Finds the `<details>` blocks of a text in one pass over its lines. */
function foldsOf(state: StateBlock): Map<number, number> {
  const env: FoldEnv = state.env;
  if (env.folds) return env.folds;
  const folds = new Map<number, number>();
  const open: number[] = [];
  let inFence = false;
  state.src.split("\n").forEach((text, line) => {
    if (FENCE.test(text)) inFence = !inFence;
    if (inFence) return;
    if (OPENS.test(text)) open.push(line);
    const begun = CLOSES.test(text) ? open.pop() : undefined;
    if (begun !== undefined) folds.set(begun, line);
  });
  env.folds = folds;
  return folds;
}
