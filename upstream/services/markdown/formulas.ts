import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { FORMULA_MAX, formulaHtml } from "./mathml";

/** Rendering environment used by the formula rules: whether there are formulas, and their total length so far. */
export type FormulaEnv = { hasFormulas?: boolean; formulaLength?: number };

const DOLLAR = 0x24;
/** Maximum lines per formula. */
const LINES_MAX = 100;
const HAN = /\p{sc=Han}/u;
/** Text inside formulas: `\text{当}`. */
const TEXT = /\\(?:text\w*|mbox|operatorname|tag)\s*\{[^{}]*\}/g;
/** Characters next to a `$` that indicate money, variables or templates: `US$5`, `$HOME`, `${a}`. */
const ATTACHED = /[\p{L}\p{N}_{(\\$]/u;
/** Characters from which an inline formula gets its own scroll bar. */
const WIDE = 40;
/** Maximum characters of TeX per text, including a fixed cost per formula; the rest is shown as source. */
const TOTAL_MAX = 20_000;
const EACH = 10;

/** Renders TeX formulas, inline `$…$` and block `$$…$$` or fences named `math`, as MathML, which needs no script. */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after("escape", "formula", inLine);
  md.block.ruler.before("fence", "formula_block", apart, { alt: ["paragraph", "reference", "blockquote", "list"] });
  md.core.ruler.push("formula_fences", ({ src, tokens, env }) => {
    if (!/\$|math/i.test(src)) return;
    for (const token of tokens) {
      if (token.type === "fence" && token.info.trim().toLowerCase() === "math") token.type = "formula_block";
      if (token.type === "formula_block") env.hasFormulas = true;
      if (token.children?.some(({ type }) => type === "formula")) env.hasFormulas = true;
    }
  });
  const written = (tex: string, env: FormulaEnv, display: boolean): string | null => {
    env.formulaLength = (env.formulaLength ?? 0) + tex.length + EACH;
    return env.formulaLength > TOTAL_MAX ? null : formulaHtml(tex, display);
  };
  const escapeHtml = md.utils.escapeHtml;
  md.renderer.rules.formula = (tokens, index, _options, env: FormulaEnv) => {
    const { content = "", markup = "$" } = tokens[index] ?? {};
    const display = markup === "$$";
    const html = written(content, env, display);
    if (html === null) return `<code>${escapeHtml(markup + content + markup)}</code>`;
    if (display) return `<span class="formula" tabindex="0" role="group" aria-label="公式">${html}</span>`;
    return content.length > WIDE ? `<span class="formula-line" tabindex="0">${html}</span>` : html;
  };
  md.renderer.rules.formula_block = (tokens, index, _options, env: FormulaEnv) => {
    const { content = "" } = tokens[index] ?? {};
    const html = written(content, env, true);
    if (html === null) return `<pre tabindex="0"><code>${escapeHtml(content)}</code></pre>\n`;
    return `<div class="formula" tabindex="0" role="group" aria-label="公式">${html}</div>\n`;
  };
}

/** Whether `tex` is a formula rather than text between two prices. */
const isFormula = (tex: string): boolean =>
  tex.trim() !== "" && tex.length <= FORMULA_MAX && !HAN.test(tex.replace(TEXT, ""));

function inLine(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const markup = src.charCodeAt(pos + 1) === DOLLAR ? "$$" : "$";
  const from = pos + markup.length;
  const end = nextSign(src, markup, from, Math.min(posMax, from + FORMULA_MAX + 1));
  if (end < 0) return false;
  const tex = src.slice(from, end);
  const behind = src.slice(end + markup.length, end + markup.length + 1);
  if (markup === "$" && (/^\s|\s$|\n/.test(tex) || ATTACHED.test(src[pos - 1] ?? "") || ATTACHED.test(behind)))
    return false;
  if (!isFormula(tex)) return false;
  if (!silent) {
    const token = state.push("formula", "math", 0);
    token.markup = markup;
    token.content = tex.trim();
  }
  state.pos = end + markup.length;
  return true;
}

/** Position of the next unescaped sign; -1 if there is none before `limit`. */
function nextSign(text: string, sign: string, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === DOLLAR) return text.startsWith(sign, at) ? at : -1;
  }
  return -1;
}

/** Returns the last line of a formula that begins on `startLine`; -1 if it has no end. */
function lastLine({ src, bMarks, eMarks }: StateBlock, startLine: number, endLine: number): number {
  for (let line = startLine + 1; line < Math.min(endLine, startLine + LINES_MAX); line++) {
    let end = eMarks[line] ?? 0;
    while (end > (bMarks[line] ?? 0) && src.charCodeAt(end - 1) <= 0x20) end -= 1;
    if (src.charCodeAt(end - 1) === DOLLAR && src.charCodeAt(end - 2) === DOLLAR) return line;
  }
  return -1;
}

function apart(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (!state.src.startsWith("$$", start) || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const first = state.src.slice(start + 2, state.eMarks[startLine] ?? start).trimEnd();
  const isWhole = first.length > 2 && first.endsWith("$$");
  // Text after the closing sign means a paragraph with an inline formula.
  if (!isWhole && first.includes("$$")) return false;
  const line = isWhole ? startLine : lastLine(state, startLine, endLine);
  if (line < 0) return false;
  const last = Math.min(line, startLine + 1);
  const rest = isWhole ? "" : state.getLines(last, line + 1, state.blkIndent, false);
  const tex = `${first}\n${rest}`.trim().slice(0, -2).trim();
  if (!isFormula(tex) || tex.includes("$$")) return false;
  if (silent) return true;
  const token = state.push("formula_block", "math", 0);
  token.block = true;
  token.content = tex;
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}
