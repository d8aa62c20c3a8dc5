import { diffArrays } from "diff";

/**
 * A piece of a diff: in both texts, only in the first, or only in the second; or how much unchanged text is omitted.
 */
export type TextPart = { in: "both" | "before" | "after"; text: string } | { in: "both"; leftOut: number };

/** Maximum number of differences in words; beyond it, the texts are shown one after the other. */
const DIFFERENCES_MAX = 300;
/** Characters of unchanged text shown around a difference. */
const AROUND = 60;
/**
 * Some sentences, or a part of a very long one. Node 20 segments a long Chinese text in quadratic time: 100,000
 * characters would block the process for minutes. Very short pieces would be slow, too.
 */
const PIECE = /.{0,200}[^\n。！？]{0,2000}[\n。！？]?/gsu;

/**
 * Computes a word diff of two texts, with Chinese word segmentation. Long unchanged parts are omitted.
 * @returns pieces in reading order, deletions before insertions
 */
export function textDifference(before: string, after: string): TextPart[] {
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: DIFFERENCES_MAX });
  const whole: TextPart[] = [
    { in: "before", text: before },
    { in: "after", text: after },
  ];
  const parts = changes
    ? changes.map(({ removed, added, value }): TextPart => {
        return { in: removed ? "before" : added ? "after" : "both", text: value.join("") };
      })
    : whole;
  return parts.filter((part) => "leftOut" in part || part.text !== "").flatMap(shortened);
}

let words: Intl.Segmenter | undefined;

function splitWords(text: string): string[] {
  // Created late: loading its dictionary takes some milliseconds.
  words ??= new Intl.Segmenter("zh", { granularity: "word" });
  const parts: string[] = [];
  for (const [piece] of text.matchAll(PIECE)) {
    for (const { segment } of words.segment(piece)) parts.push(segment);
  }
  return parts;
}

/**
 * Omits the middle of an unchanged part; at the start and end of the text, everything but the side next to the
 * difference.
 */
function shortened(part: TextPart, at: number, all: readonly TextPart[]): TextPart[] {
  if (part.in !== "both" || "leftOut" in part) return [part];
  const characters = [...part.text];
  const [first, last] = [at > 0 ? AROUND : 0, at < all.length - 1 ? AROUND : 0];
  const leftOut = characters.length - first - last;
  if (leftOut <= AROUND) return [part];
  const pieces: TextPart[] = [
    { in: "both", text: characters.slice(0, first).join("") },
    { in: "both", leftOut },
    { in: "both", text: last ? characters.slice(-last).join("") : "" },
  ];
  return pieces.filter((piece) => "leftOut" in piece || piece.text !== "");
}
