const MARKED_LATIN = /[\u00c0-\u024f]|[\u0300-\u036f]|[\u1e00-\u1eff]/;
const COMBINING_MARKS = /[\u0300-\u036f]/g;

/** Normalizes a text as in the index: one width (NFKC), lower case, Latin letters without accents. */
export function normalize(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return MARKED_LATIN.test(plain) ? plain.normalize("NFD").replace(COMBINING_MARKS, "").normalize("NFC") : plain;
}

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_SHIFT = 0xfee0;
const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;

/**
 * Normalizes a text for matching words while preserving positions: a match at 12..14 is at 12..14 of the original.
 * Characters whose length NFKC would change (㎡, …) are unchanged.
 */
export function fold(text: string): string {
  return text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_SHIFT))
    .replace(ACCENTED, (character) => character.normalize("NFD").charAt(0))
    .toLowerCase();
}
