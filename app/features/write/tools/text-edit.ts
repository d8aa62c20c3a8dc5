/** A text and its selection, in UTF-16 units like a textarea. */
export type Selected = { text: string; start: number; end: number };

/** Replaces the range `from`–`to` by `insert`, then selects `start`–`end` in the new text. */
export type TextEdit = { from: number; to: number; insert: string; start: number; end: number };

/** Applies an edit. */
export const edited = ({ text }: Pick<Selected, "text">, { from, to, insert, start, end }: TextEdit): Selected => ({
  text: text.slice(0, from) + insert + text.slice(to),
  start,
  end,
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

/** Prefixes each selected line with a mark, or removes it if all lines have it. */
export function toggleLines(selected: Selected, pattern: RegExp, mark: (n: number) => string): TextEdit {
  const { from, to, lines } = linesOf(selected);
  const marked = lines.every((line) => pattern.test(line) || line === "") && lines.some((line) => line !== "");
  let n = 0;
  const changed = lines.map((line) => {
    if (marked) return line.replace(pattern, "");
    if (line === "" && lines.length > 1) return line;
    n += 1;
    return mark(n) + line.replace(OTHER_LIST, "");
  });
  const insert = changed.join("\n");
  const caret = lines.length === 1 && selected.start === selected.end;
  const end = from + insert.length;
  return { from, to, insert, start: caret ? end : from, end };
}

const OTHER_LIST = /^(?:[-*+] |\d{1,9}[.)] )/;

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
