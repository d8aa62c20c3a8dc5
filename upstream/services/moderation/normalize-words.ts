/**
 * Characters that take no room, or look like nothing: joiners, fillers, variation selectors, accents on top of
 * accents.
 */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{M}\u115f\u1160\u2800\u3164]/gu;
/** Characters that stand between those of a word that hides. */
const BETWEEN = /[\p{Z}\s\p{P}\p{S}]/gu;

/**
 * Text as words are looked for in it: full-width letters as usual ones, small letters, nothing invisible, and
 * nothing between the characters.
 */
export function normalizeWords(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().replace(BETWEEN, "");
}

/** Text normalized with the words of Latin text apart, which would else run into each other. */
export function normalizeSpaced(text: string): string {
  const words = text.normalize("NFKC").replace(/[\p{Z}\s]+/gu, " ");
  return words.replace(INVISIBLE, "").toLowerCase();
}
