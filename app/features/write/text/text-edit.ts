/** A text and its selection, in UTF-16 units like a textarea. */
export type Selected = { text: string; start: number; end: number };

/** Replaces the range `from`–`to` by `insert`. */
export type TextChange = { from: number; to: number; insert: string };

/** Replaces the range `from`–`to` by `insert`, then selects `start`–`end` in the new text. */
export type TextEdit = TextChange & { start: number; end: number };

/** Applies a change to a text. */
export const changed = (text: string, { from, to, insert }: TextChange): string =>
  text.slice(0, from) + insert + text.slice(to);

/** Applies an edit. */
export const edited = ({ text }: Pick<Selected, "text">, edit: TextEdit): Selected => ({
  text: changed(text, edit),
  start: edit.start,
  end: edit.end,
});

/** Wraps the selection in a mark, or unwraps it; without a selection, wraps `sample`. */
export function toggleMark({ text, start, end }: Selected, mark: string, sample: string): TextEdit {
  // Markdown marks must not have a space inside.
  const picked = text.slice(start, end);
  const from = start + (picked.length - picked.trimStart().length);
  const to = Math.max(from, end - (picked.length - picked.trimEnd().length));
  const inner = text.slice(from, to);
  const { length } = mark;
  if (inner.length > 2 * length && isMarked(inner, mark)) {
    const bare = inner.slice(length, -length);
    return { from, to, insert: bare, start: from, end: from + bare.length };
  }
  const around = text.slice(Math.max(0, from - length), to + length);
  if (
    from >= length &&
    around.length === inner.length + 2 * length &&
    isMarked(around, mark, text[from - length - 1])
  ) {
    return { from: from - length, to: to + length, insert: inner, start: from - length, end: to - length };
  }
  const body = inner || sample;
  return { from, to, insert: mark + body + mark, start: from + length, end: from + length + body.length };
}

/** Whether a text is wrapped in exactly this mark: `**a**` in `**`, not in `*`. */
function isMarked(text: string, mark: string, before = ""): boolean {
  if (!text.startsWith(mark) || !text.endsWith(mark)) return false;
  const longer = (char: string | undefined) => char !== undefined && char === mark[0];
  return !(longer(text[mark.length]) && longer(text[text.length - mark.length - 1])) && !longer(before);
}

/** The full lines touched by the selection. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  // A selection that ends at the start of a line does not touch that line.
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end;
  const newline = text.indexOf("\n", last);
  const to = newline === -1 ? text.length : newline;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Replaces the selected lines, and selects them, or puts the caret behind the only one. */
function replaceLines(selected: Selected, changed: readonly string[]): TextEdit {
  const { from, to } = linesOf(selected);
  const insert = changed.join("\n");
  const caret = changed.length === 1 && selected.start === selected.end;
  const end = from + insert.length;
  return { from, to, insert, start: caret ? end : from, end };
}

/** Prefixes each selected line with a mark, or removes it if all lines have it. */
export function toggleLines(selected: Selected, pattern: RegExp, mark: string): TextEdit {
  const { lines } = linesOf(selected);
  const marked = lines.every((line) => pattern.test(line) || line === "") && lines.some((line) => line !== "");
  const change = (line: string) => {
    if (marked) return line.replace(pattern, "");
    return line === "" && lines.length > 1 ? line : mark + line;
  };
  return replaceLines(selected, lines.map(change));
}

/** A line's indent, its mark if it is an item of a list, and its words. */
const LINE = /^([ \t]*)((?:[-*+]|\d{1,9}[.)]) )?(.*)/;
const markIn = (line: string): string => LINE.exec(line)?.[2] ?? "";

/**
 * Makes each selected line an item of a list, whatever kind of item it was, or removes the marks if all items have this
 * one. Nested items stay nested, and further lines of an item belong to it.
 * @param pattern the mark with the indent before it as its group
 * @param mark mark of the item at a position, from 1
 */
export function toggleList(selected: Selected, pattern: RegExp, mark: (n: number) => string): TextEdit {
  const { lines } = linesOf(selected);
  const hasItems = lines.some(markIn);
  const isItem = (line: string): boolean => {
    if (line.trim() === "") return lines.length === 1;
    return !hasItems || /^[^ \t]/.test(line) || markIn(line) !== "";
  };
  if (lines.filter(isItem).every((line) => pattern.test(line)))
    return replaceLines(
      selected,
      lines.map((line) => line.replace(pattern, "$1")),
    );
  /** Lists that the line is in, from the outermost: columns of their items and of these items' words, before and now. */
  const lists: { was: number; wasWords: number; now: string; words: number; n: number }[] = [];
  const change = (line: string): string => {
    const [, indent = "", sign = "", words = ""] = LINE.exec(line) ?? [];
    const was = indent.replace(/\t/g, "    ").length;
    if (!isItem(line)) {
      const item = lists.filter((list) => list.was < was).at(-1);
      return item && words ? " ".repeat(Math.max(0, was + item.words - item.wasWords)) + words : line;
    }
    while (was < (lists.at(-1)?.was ?? 0)) lists.pop();
    const outer = lists.at(-1);
    const isNested = outer && was > outer.was && was >= outer.wasWords;
    const list = outer && !isNested ? outer : { was, now: outer ? " ".repeat(outer.words) : indent, n: 0 };
    const { now, n } = list;
    const changed = mark(n + 1);
    // Lines that were no items nest as those of a list with bullets would.
    const next = {
      was: list.was,
      wasWords: was + (sign.length || 2),
      now,
      words: now.length + changed.length,
      n: n + 1,
    };
    lists.splice(lists.length - (list === outer ? 1 : 0), 1, next);
    // The indent of a Chinese paragraph would stay before the item's words.
    return now + changed + words.replace(/^[\u3000\u00a0]+/, "");
  };
  return replaceLines(selected, lines.map(change));
}

/** Cycles the heading level of the selected lines: none, 二级, 三级, none. */
export function cycleHeading(selected: Selected): TextEdit {
  const { from, to, lines } = linesOf(selected);
  const level = /^(#{1,6}) /.exec(lines[0] ?? "")?.[1]?.length ?? 0;
  const mark = level < 2 ? "## " : level === 2 ? "### " : "";
  const insert = lines.map((line) => mark + line.replace(/^#{1,6} /, "")).join("\n");
  const end = from + insert.length;
  return { from, to, insert, start: selected.start === selected.end ? end : from, end };
}

/** Inserts a block surrounded by empty lines; `select` is the part to select. */
export function insertBlock({ text, start, end }: Selected, block: string, select: string): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const head = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after === "" ? "\n" : after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const at = start + head.length + Math.max(0, block.indexOf(select));
  return { from: start, to: end, insert: head + block + tail, start: at, end: at + select.length };
}
