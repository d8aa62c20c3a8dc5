import { diffArrays } from "diff";

/**
 * A piece of a diff: in both texts, only in the first, or only in the second; or how much unchanged text is omitted.
 */
export type TextPart = Piece | { in: "both"; leftOut: number };
type Piece = { in: "both" | "before" | "after"; text: string };
/** A way to cut a text into what is compared. */
type Cut = (text: string) => string[];

/** Maximum number of differences in words; beyond it, what differs is shown one after the other. */
const DIFFERENCES_MAX = 300;
/**
 * Maximum number of characters, of both texts together, that are cut into words: 100,000 would take the process a third
 * of a second.
 */
const IN_WORDS_MAX = 30_000;
/** Characters of unchanged text shown around a difference. */
const AROUND = 60;
/** Characters before and after the first and the last difference among which a sentence may begin or end. */
const SENTENCE_MAX = 200;
/**
 * Some sentences, or a part of a very long one. Node 20 segments a long Chinese text in quadratic time: 100,000
 * characters would block the process for minutes. Very short pieces would be slow, too.
 */
const PIECE = /.{0,200}[^\n。！？]{0,2000}[\n。！？]?/gsu;

/**
 * Computes a word diff of two texts, with Chinese word segmentation. Only sentences that differ are cut into words. Long
 * unchanged parts are omitted.
 * @returns pieces in reading order, deletions before insertions
 */
export function textDifference(before: string, after: string): TextPart[] {
  const { start, end } = sameEnds(before, after);
  const middleOf = (text: string) => text.slice(start, text.length - end);
  const parts: Piece[] = [
    { in: "both", text: before.slice(0, start) },
    ...compareIn([splitParagraphs, splitSentences], middleOf(before), middleOf(after), createWordDiff()),
    { in: "both", text: before.slice(before.length - end) },
  ];
  return joined(parts).flatMap(shortened);
}

/** Number of characters that two texts have in common at the start and at the end, up to a sentence. */
function sameEnds(before: string, after: string): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  if (start === before.length && start === after.length) return { start, end: 0 };
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [from, to] = [Math.max(0, start - SENTENCE_MAX), before.length - end];
  const [begins] = /.*[\n。！？]/s.exec(before.slice(from, start)) ?? [""];
  const [ends] = /^[^\n。！？]*./s.exec(before.slice(to, to + SENTENCE_MAX)) ?? [""];
  return {
    start: whole(before, from + begins.length),
    end: before.length - whole(before, to + ends.length),
  };
}

/** An index that does not divide a surrogate pair. */
const whole = (text: string, index: number): number =>
  index > 0 && /[\udc00-\udfff]/.test(text[index] ?? "") ? index - 1 : index;

type Compare = (before: string, after: string) => Piece[];

/** Compares texts cut in the first way, and what differs in the next way; at last by words. */
function compareIn([cut, ...finer]: readonly Cut[], before: string, after: string, byWords: Compare): Piece[] {
  if (!cut) return byWords(before, after);
  const changes = diffArrays(cut(before), cut(after), { maxEditLength: DIFFERENCES_MAX });
  if (!changes) return byWords(before, after);
  const parts: Piece[] = [];
  let [removed, added] = ["", ""];
  const compareFiner = () => {
    if (removed && added) parts.push(...compareIn(finer, removed, added, byWords));
    else parts.push(...apart(removed, added));
    [removed, added] = ["", ""];
  };
  for (const change of changes) {
    const text = change.value.join("");
    if (change.removed) removed += text;
    else if (change.added) added += text;
    else {
      compareFiner();
      parts.push({ in: "both", text });
    }
  }
  compareFiner();
  return parts;
}

const apart = (before: string, after: string): Piece[] => [
  { in: "before", text: before },
  { in: "after", text: after },
];

/** Creates the comparison by words, which all pieces of a text share because its work is limited. */
function createWordDiff(): Compare {
  let [differences, characters] = [DIFFERENCES_MAX, IN_WORDS_MAX];
  return (before, after) => {
    characters -= before.length + after.length;
    if (characters < 0 || differences <= 0) return apart(before, after);
    const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: differences });
    if (!changes) differences = 0;
    for (const { removed, added, count } of changes ?? []) if (removed || added) differences -= count;
    return (
      changes?.map(({ removed, added, value }): Piece => {
        return { in: removed ? "before" : added ? "after" : "both", text: value.join("") };
      }) ?? apart(before, after)
    );
  };
}

const splitParagraphs: Cut = (text) => text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];
const splitSentences: Cut = (text) => text.match(/[^\n。！？]*[\n。！？]+|[^\n。！？]+$/g) ?? [];

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

/** Parts without empty ones, and with adjacent ones of a sort as one. */
function joined(parts: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (part.text === "") continue;
    if (last?.in === part.in) found[found.length - 1] = { in: part.in, text: last.text + part.text };
    else found.push(part);
  }
  return found;
}

/**
 * Omits the middle of an unchanged part; at the start and end of the text, everything but the side next to the
 * difference.
 */
function shortened(part: Piece, at: number, all: readonly TextPart[]): TextPart[] {
  if (part.in !== "both") return [part];
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
