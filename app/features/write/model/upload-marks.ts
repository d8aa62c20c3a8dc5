/**
 * Placeholder of a picture being uploaded. A file gets no alt text, since its name would become the caption and be read
 * out by screen readers; the alt text of another page's picture may be kept.
 */
export const uploadMark = (id: number, alt = ""): string => `![${alt}](upload:${id})`;

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
