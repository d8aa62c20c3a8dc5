import { diffArrays } from "diff";

/** A piece of two texts: in both, only in the first, only in the second; or how much of both is left out here. */
export type TextPart = { in: "both" | "before" | "after"; text: string } | { in: "both"; leftOut: number };

const WORDS = new Intl.Segmenter("zh", { granularity: "word" });
/** Words; two texts that differ in more are shown one after the other, which nobody would read word by word. */
const DIFFERENCES_MAX = 300;
/** Characters of what is the same that stand around a difference. */
const AROUND = 60;

/**
 * Way from one text to another, word by word, as Chinese has words. What is the same for long is left out.
 * @returns pieces in the order of reading; what went stands before what came
 */
export function textDifference(before: string, after: string): TextPart[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: DIFFERENCES_MAX });
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

const wordsOf = (text: string): string[] => Array.from(WORDS.segment(text), ({ segment }) => segment);

/** Part that is in both, without its middle; at an end of the text only the side of the difference is of interest. */
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
