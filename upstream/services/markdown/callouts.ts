import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { openFold } from "./details";
import { isDeep, mayReadAhead, noteReadInVain } from "./nesting";

const NAMES = { note: "说明", tip: "提示", important: "重要", warning: "注意", caution: "当心" } as const;
type Callout = keyof typeof NAMES;

/** Names used by GitHub, VuePress, Obsidian and other editors. */
const ALIASES: Record<string, Callout> = {
  note: "note",
  info: "note",
  abstract: "note",
  summary: "note",
  example: "note",
  quote: "note",
  question: "note",
  tip: "tip",
  hint: "tip",
  success: "tip",
  done: "tip",
  todo: "tip",
  important: "important",
  warning: "warning",
  warn: "warning",
  attention: "warning",
  caution: "caution",
  danger: "caution",
  error: "caution",
  failure: "caution",
  bug: "caution",
};
const FOLD = "details";
const FENCE = /^(:{3,})[ \t]*([a-z]{2,12})(?:[ \t]+(.*))?$/i;
const QUOTED = /^\[!([a-z]{2,12})\][+-]?[ \t]*([^\n]*)(?:\n|$)/i;

/** Renders callouts: `> [!NOTE]` as in GitHub and Obsidian, `:::tip 标题` as in VuePress; `:::details` is collapsible. */
export function callouts(md: MarkdownIt): void {
  md.block.ruler.before("fence", "callout", fenced, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.core.ruler.after("block", "quoted_callouts", quoted);
  md.renderer.rules.callout_open = (tokens, index) => {
    const kind: Callout = tokens[index]?.meta.kind ?? "note";
    return `<div class="callout callout--${kind}">\n`;
  };
  md.renderer.rules.callout_close = () => "</div>\n";
  md.renderer.rules.callout_title_open = () => '<p class="callout-title">';
  md.renderer.rules.callout_title_close = () => "</p>\n";
  md.renderer.rules.callout_name = (tokens, index) => NAMES[(tokens[index]?.meta.kind ?? "note") as Callout];
}

const calloutOf = (name: string): Callout | null => {
  const key = name.toLowerCase();
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] as Callout) : null;
};

function fenced(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith(":::", start) || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const [, colons = "", name = "", title = ""] =
    FENCE.exec(state.src.slice(start, state.eMarks[startLine] ?? start).trimEnd()) ?? [];
  const kind = calloutOf(name);
  const isFold = name.toLowerCase() === FOLD;
  if ((!kind && !isFold) || isDeep(state, startLine)) return false;
  if (silent) return true;

  let last = startLine + 1;
  const endsOutside = !mayReadAhead(state);
  const isLast = (line: number) =>
    closes(state, line, colons.length) || (endsOutside && isOutside(state, line) && !state.isEmpty(line));
  while (last < endLine && !isLast(last)) last += 1;
  const { lineMax, parentType } = state;
  state.lineMax = last;
  state.line = startLine;
  if (kind) {
    state.push("callout_open", "div", 1).meta = { kind };
    titleTokens(state.Token, kind, title.trim(), [startLine, startLine + 1]).forEach((token) => {
      state.tokens.push(token);
    });
  } else openFold(state, title);
  state.line = startLine + 1;
  state.md.block.tokenize(state, startLine + 1, last);
  state.push(kind ? "callout_close" : "details_close", kind ? "div" : "details", -1);
  state.lineMax = lineMax;
  state.parentType = parentType;
  // What follows the list or quote that it is in, if that ends before its last line.
  noteReadInVain(state, last - state.line);
  if (state.line >= last && last < endLine && closes(state, last, colons.length)) state.line = last + 1;
  return true;
}

/** Whether a line is outside of the list or quote that is being parsed, unless it continues a paragraph there. */
const isOutside = (state: StateBlock, line: number): boolean => (state.sCount[line] ?? 0) < state.blkIndent;

function closes(state: StateBlock, line: number, length: number): boolean {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  if (state.src.charCodeAt(start) !== 0x3a || isOutside(state, line)) return false;
  const text = state.src.slice(start, state.eMarks[line] ?? start).trimEnd();
  return text.length >= length && /^:+$/.test(text);
}

/** Turns block quotes that begin with `[!NOTE]` into callouts. */
function quoted(state: StateCore): void {
  if (!state.src.includes("[!")) return;
  const quotes: { open: Token; kind: Callout | null }[] = [];
  const out: Token[] = [];
  state.tokens.forEach((token, index) => {
    if (token.type === "blockquote_open") quotes.push({ open: token, kind: null });
    if (token.type === "blockquote_close" && quotes.pop()?.kind) {
      token.type = "callout_close";
      token.tag = "div";
    }
    out.push(token);
    if (token.type !== "inline") return;
    const [quote, paragraph] = [state.tokens[index - 2], state.tokens[index - 1]];
    if (paragraph?.type !== "paragraph_open" || quote?.type !== "blockquote_open") return;
    const [whole = "", name = "", title = ""] = QUOTED.exec(token.content) ?? [];
    const kind = calloutOf(name);
    const current = quotes.at(-1);
    if (!kind || !current) return;
    current.kind = kind;
    quote.type = "callout_open";
    quote.tag = "div";
    quote.meta = { kind };
    token.content = token.content.slice(whole.length);
    out.splice(out.length - 2, 0, ...titleTokens(state.Token, kind, title.trim(), token.map));
  });
  state.tokens = out;
}

function titleTokens(Make: typeof Token, kind: Callout, title: string, map: [number, number] | null): Token[] {
  const words = title ? new Make("inline", "", 0) : new Make("callout_name", "", 0);
  if (title) {
    words.content = title;
    words.children = [];
    words.map = map;
  } else words.meta = { kind };
  return [new Make("callout_title_open", "p", 1), words, new Make("callout_title_close", "p", -1)];
}
