import type { Selected, TextEdit } from "./text-edit";

/**
 * Mark that stands for a picture while it is on its way. A file is not described yet: its name would become its caption
 * and be read out to who can't see it. A picture of another page may be.
 */
export const uploadMark = (id: number, alt = ""): string => `![${alt}](upload:${id})`;

/** Markdown of a picture. */
export const pictureMark = (url: string, alt = ""): string => `![${alt}](${url})`;

/** Marks of pictures that never arrived, as in a draft whose page was closed meanwhile. */
export const withoutUploadMarks = (text: string): string => text.replace(/!\[[^\]\n]*\]\(upload:\d+\)\n?/g, "");

/** Puts marks where the caret is, each in a paragraph of its own. */
export function insertMarks({ text, start, end }: Selected, marks: readonly string[]): TextEdit {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const head = before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const tail = after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const insert = head + marks.join("\n\n") + tail;
  const caret = start + insert.length;
  return { from: start, to: end, insert, start: caret, end: caret };
}
