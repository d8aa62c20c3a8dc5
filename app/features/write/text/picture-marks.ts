import type { Selected, TextEdit } from "./text-edit";

/**
 * Placeholder of a picture being uploaded. A file gets no alt text, since its name would become the caption and be read
 * out by screen readers; the alt text of another page's picture may be kept.
 */
export const uploadMark = (id: number, alt = ""): string => `![${alt}](upload:${id})`;

/** Markdown of a picture. */
export const pictureMark = (url: string, alt = ""): string => `![${alt}](${url})`;

/** Alt text as its author may have typed it, with escaped characters and brackets. */
const ALT = String.raw`!\[((?:\\.|\[[^[\]\n]*\]|[^\]\\\n])*)\]`;

/** Title that its author may have added behind the address. */
const TITLE = String.raw`(?:\s[^)\n]*)?`;

/** A range of the text. */
type Range = { from: number; to: number };

/** Placeholders of an upload with their alt text, which may have been changed since it began. */
export const uploadMarks = (text: string, id: number): (Range & { alt: string })[] =>
  [...text.matchAll(new RegExp(String.raw`${ALT}\(upload:${id}${TITLE}\)`, "g"))].map(
    ({ 0: mark, 1: alt = "", index }) => {
      return { from: index, to: index + mark.length, alt };
    },
  );

/** Numbers in an upload's placeholders, which become the picture's URL; all around them is the author's. */
export const uploadAddresses = (text: string, id: number): Range[] =>
  [...text.matchAll(new RegExp(String.raw`\]\((upload:${id})(?=[)\s])`, "g"))].map(({ 1: address = "", index }) => {
    return { from: index + 2, to: index + 2 + address.length };
  });

/** Removes placeholders of pictures that never arrived, as in a draft whose page was closed. */
export const withoutUploadMarks = (text: string): string =>
  text.replace(new RegExp(String.raw`${ALT}\(upload:\d+${TITLE}\)\n?`, "g"), "");

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
