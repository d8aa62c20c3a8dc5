const MARKED_LATIN = /[\u00c0-\u024f]|[\u0300-\u036f]|[\u1e00-\u1eff]/;
const COMBINING_MARKS = /[\u0300-\u036f]/g;

/** Normalizes a text as in the index: one width (NFKC), lower case, Latin letters without accents. */
export function normalize(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return MARKED_LATIN.test(plain) ? plain.normalize("NFD").replace(COMBINING_MARKS, "").normalize("NFC") : plain;
}

/** Full-width ASCII except punctuation of Chinese sentences. */
const FULL_WIDTH = /[\uff02-\uff07\uff0a\uff0b\uff0d-\uff19\uff1c-\uff1e\uff20-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;

/**
 * Normalizes a text for matching words while preserving positions: a match at 12..14 is at 12..14 of the original.
 * Characters whose length NFKC would change (㎡, …) are unchanged, and so is full-width punctuation, which is in every
 * sentence and in hardly any word: `eitherWidth` finds it.
 */
export function fold(text: string): string {
  return text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(ACCENTED, (character) => character.normalize("NFD").charAt(0))
    .toLowerCase();
}

/** Adds the full-width form of punctuation that `fold` leaves unchanged to an escaped pattern. */
export const eitherWidth = (pattern: string): string =>
  pattern.replace(/\\?([!(),:;?])/g, (escaped, mark: string) => {
    return `[${escaped}${String.fromCharCode(mark.charCodeAt(0) + FULL_WIDTH_SHIFT)}]`;
  });
