/**
 * Placeholder of a picture being uploaded. A file gets no alt text, since its name would become the caption and be read
 * out by screen readers; the alt text of another page's picture may be kept.
 */
export const uploadMark = (id: number, alt = ""): string => `![${alt}](upload:${id})`;

/** A range of the text. */
type Range = { from: number; to: number };

/** Parts that brackets around an alt text may enclose: escaped characters, and other brackets. */
const INSIDE = /\\.|\[[^[\]\n]*\]/g;

/**
 * Placeholders of an upload with their alt text and title, as their author may have changed them since it began. The
 * server looks for them in texts of any length: each part is looked at once, and no group is repeated, for which
 * expressions take time or memory without limit.
 * @param id pattern of its number
 */
export function uploadMarks(text: string, id: number | string): (Range & { alt: string })[] {
  const marks: (Range & { alt: string })[] = [];
  let to = 0;
  const ends = new RegExp(String.raw`\]\(upload:${id}(?:\s(?:[^()"\n]*"[^"\n]*"\s*|[^()\n]*))?\)`, "g");
  for (const { 0: end, index } of text.matchAll(ends)) {
    const before = text.slice(to, index);
    to = index + end.length;
    const at = before.lastIndexOf("![");
    const alt = before.slice(at + 2);
    if (at >= 0 && !/[\]\\\n]/.test(alt.replace(INSIDE, ""))) marks.push({ from: index - alt.length - 2, to, alt });
  }
  return marks;
}

/** Numbers in an upload's placeholders, which become the picture's URL; all around them is the author's. */
export const uploadAddresses = (text: string, id: number): Range[] =>
  [...text.matchAll(new RegExp(String.raw`\]\((upload:${id})(?=[)\s])`, "g"))].map(({ 1: address = "", index }) => {
    return { from: index + 2, to: index + 2 + address.length };
  });

/** Removes placeholders of pictures that never arrived, as in a draft whose page was closed. */
export function withoutUploadMarks(text: string): string {
  let kept = "";
  let at = 0;
  for (const { from, to } of uploadMarks(text, String.raw`\d+`)) {
    kept += text.slice(at, from);
    at = text[to] === "\n" ? to + 1 : to;
  }
  return kept + text.slice(at);
}
