/** Invisible characters: joiners, fillers, variation selectors, combining accents. */
const INVISIBLE = "\\p{Cf}\\p{Cc}\\p{M}\\u115f\\u1160\\u2800\\u3164";
/** Characters that are inserted into a word to obscure it. */
const BETWEEN = "\\p{Z}\\s\\p{P}\\p{S}";

const withoutInvisible = without(new RegExp(`[${INVISIBLE}]`, "u"));
const withoutAny = without(new RegExp(`[${INVISIBLE}${BETWEEN}]`, "u"));

/**
 * Normalizes a text to search it for words: half-width, lower case, without invisible characters, spaces, punctuation
 * and symbols.
 */
export const normalizeWords = (text: string): string => withoutAny(text.normalize("NFKC")).toLowerCase();

/** Normalizes a text but keeps spaces between Latin words, which would otherwise merge. */
export const normalizeSpaced = (text: string): string =>
  withoutInvisible(text.normalize("NFKC").replace(/[\p{Z}\s]+/gu, " ")).toLowerCase();

/**
 * Creates a function that removes characters from texts. Classifications are cached, since whole articles are searched,
 * and matching a character with a regular expression takes four times as long as the lookup.
 * @param left matches a character to remove
 */
function without(left: RegExp): (text: string) => string {
  /** By UTF-16 code unit: 1 to keep it, 2 to remove it, 0 if not classified yet. */
  const known = new Uint8Array(0x1_0000);
  const isLeft = (code: number): boolean => {
    if (code > 0xffff) return left.test(String.fromCodePoint(code));
    if (known[code] === 0) known[code] = left.test(String.fromCodePoint(code)) ? 2 : 1;
    return known[code] === 2;
  };
  return (text) => {
    let stays = "";
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const code = text.codePointAt(at) as number;
      const next = at + (code > 0xffff ? 2 : 1);
      if (isLeft(code)) {
        stays += text.slice(from, at);
        from = next;
      }
      at = next;
    }
    return stays + text.slice(from);
  };
}
