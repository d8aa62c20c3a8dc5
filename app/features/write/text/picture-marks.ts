import type { Selected, TextEdit } from "./text-edit";

/** Markdown of a picture. */
export const pictureMark = (url: string, alt = ""): string => `![${alt}](${url})`;

/** Inserts placeholders at the caret, each as its own paragraph; in a cell of a table, without breaking its line. */
export function insertMarks({ text, start, end }: Selected, marks: readonly string[]): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const isInCell = /(?:^|\n)[ \t]*\|[^\n]*$/.test(before) && /^[^\n]*\|[ \t]*(?:\n|$)/.test(after);
  if (isInCell && !text.slice(start, end).includes("\n")) {
    const insert = marks.join(" ");
    return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
  }
  const head = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = head + marks.join("\n\n") + tail;
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}
