import { createHash } from "node:crypto";
import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from "markdown-it";
import { isDeep } from "./nesting";

/** A footnote definition; numbered when the text first refers to it. */
type Note = { number: number | null; references: number };
/** Rendering environment used by the footnote rules. */
export type FootnoteEnv = { notes?: Map<string, Note>; numbered?: number; noteIds?: string; anchors?: boolean };

const DEFINITION = /^\[\^([^\s\]]{1,64})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s\]]{1,64})\]/y;
/** Indentation of a footnote's further paragraphs. */
const INDENT = 4;
/** Maximum number of back references per footnote. */
const BACK_MAX = 20;

/**
 * Supports footnotes: `[^1]` in the text and `[^1]: …` anywhere. They are numbered in the order of their references and
 * rendered at the end; unreferenced ones too, so that no text is lost. Texts without `anchors` share a page, so their
 * ids contain a hash of the text.
 */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before("reference", "footnote_definition", definition, { alt: ["paragraph", "reference"] });
  md.inline.ruler.after("image", "footnote_reference", reference);
  md.core.ruler.after("inline", "footnotes", collect);

  md.renderer.rules.footnote_reference = (tokens, index) => {
    const { number, id, noteId } = tokens[index]?.meta ?? {};
    return `<sup class="footnote-ref"><a href="#${noteId}" id="${id}" aria-label="注释 ${number}">${number}</a></sup>`;
  };
  md.renderer.rules.footnotes_open = () => '<div class="footnotes"><ol>\n';
  md.renderer.rules.footnotes_close = () => "</ol></div>\n";
  md.renderer.rules.footnote_open = (tokens, index) => `<li id="${tokens[index]?.meta.noteId}">`;
  md.renderer.rules.footnote_close = () => "</li>\n";
  md.renderer.rules.footnote_back = (tokens, index) => {
    const { id, label } = tokens[index]?.meta ?? {};
    return ` <a href="#${id}" class="footnote-back" aria-label="${label}">↩\ufe0e</a>`;
  };
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  const column = state.sCount[startLine] ?? 0;
  if (column - state.blkIndent >= INDENT || !state.src.startsWith("[^", start)) return false;
  const match = DEFINITION.exec(state.src.slice(start, Math.min(state.eMarks[startLine] ?? start, start + 128)));
  if (!match || isDeep(state, startLine)) return false;
  if (silent) return true;
  const label = match[1] ?? "";
  const env: FootnoteEnv = state.env;
  env.notes ??= new Map();
  // Of duplicate definitions the first is the footnote; the text of others is kept at the end.
  const isFirst = !env.notes.has(label);
  if (isFirst) env.notes.set(label, { number: null, references: 0 });

  const open = state.push("footnote_open", "", 1);
  open.meta = { label: isFirst ? label : null };
  const { bMarks, tShift, sCount, blkIndent, parentType } = state;
  const kept = { mark: bMarks[startLine], shift: tShift[startLine], count: sCount[startLine] };
  bMarks[startLine] = start + match[0].length;
  tShift[startLine] = 0;
  sCount[startLine] = blkIndent + INDENT;
  state.blkIndent += INDENT;
  state.md.block.tokenize(state, startLine, endLine);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = [kept.mark ?? 0, kept.shift ?? 0, kept.count ?? 0];
  if (state.line === startLine) state.line += 1;
  state.push("footnote_close", "", -1);
  return true;
}

function reference(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith("[^", state.pos)) return false;
  const env: FootnoteEnv = state.env;
  REFERENCE.lastIndex = state.pos;
  const [whole = "", label = ""] = REFERENCE.exec(state.src) ?? [];
  const note = whole ? env.notes?.get(label) : undefined;
  if (!note) return false;
  if (!silent) {
    env.numbered ??= 0;
    if (note.number === null) {
      env.numbered += 1;
      note.number = env.numbered;
    }
    note.references += 1;
    const token = state.push("footnote_reference", "", 0);
    const ids = idsOf(state.env, note.number);
    token.meta = { number: note.number, noteId: ids.note, id: ids.reference(note.references) };
  }
  state.pos += whole.length;
  return true;
}

/** Moves the definitions to the end, ordered by number. */
function collect(state: StateCore): void {
  const env: FootnoteEnv = state.env;
  if (!env.notes) return;
  const text: Token[] = [];
  const found: { note: Note; tokens: Token[] }[] = [];
  const around: Token[][] = [text];
  for (const token of state.tokens) {
    const into = around.at(-1) ?? text;
    if (token.type === "footnote_open") {
      const note = env.notes.get(token.meta.label ?? "") ?? { number: null, references: 0 };
      const tokens: Token[] = [];
      found.push({ note, tokens });
      around.push(tokens);
    } else if (token.type === "footnote_close") around.pop();
    else into.push(token);
  }
  for (const { note } of found) {
    if (note.number !== null) continue;
    env.numbered = (env.numbered ?? 0) + 1;
    note.number = env.numbered;
  }
  found.sort((a, b) => (a.note.number ?? 0) - (b.note.number ?? 0));
  text.push(new state.Token("footnotes_open", "", 1));
  for (const { note, tokens } of found) {
    const ids = idsOf(env, note.number ?? 0);
    const open = new state.Token("footnote_open", "", 1);
    open.meta = { noteId: ids.note };
    text.push(open);
    const last = tokens.at(-1)?.type === "paragraph_close" ? tokens.pop() : undefined;
    for (const token of tokens) text.push(token);
    for (let each = 1; each <= Math.min(note.references, BACK_MAX); each++) {
      const back = new state.Token("footnote_back", "", 0);
      const which = note.references > 1 ? `，第 ${each} 处` : "";
      back.meta = { id: ids.reference(each), label: `回到正文（注释 ${note.number}${which}）` };
      text.push(back);
    }
    if (last) text.push(last);
    text.push(new state.Token("footnote_close", "", -1));
  }
  text.push(new state.Token("footnotes_close", "", -1));
  state.tokens = text;
}

function idsOf(env: FootnoteEnv, number: number) {
  const mark = env.anchors === false && env.noteIds ? `${env.noteIds}-` : "";
  return {
    note: `fn-${mark}${number}`,
    reference: (count: number) => `fnref-${mark}${number}${count > 1 ? `-${count}` : ""}`,
  };
}

/** Returns the hash of a text for the ids of its footnotes. */
export const noteIdsOf = (source: string): string => createHash("sha256").update(source).digest("hex").slice(0, 6);
