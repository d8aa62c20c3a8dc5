/**
 * Characters that take no room, or look like nothing: joiners, fillers, variation selectors, accents on top of
 * accents.
 */
const INVISIBLE = "\\p{Cf}\\p{Cc}\\p{M}\\u115f\\u1160\\u2800\\u3164";
/** Characters that stand between those of a word that hides. */
const BETWEEN = "\\p{Z}\\s\\p{P}\\p{S}";

const withoutInvisible = without(new RegExp(`[${INVISIBLE}]`, "u"));
const withoutAny = without(new RegExp(`[${INVISIBLE}${BETWEEN}]`, "u"));

/**
 * Text as words are looked for in it: full-width letters as usual ones, small letters, nothing invisible, and
 * nothing between the characters.
 */
export const normalizeWords = (text: string): string => withoutAny(text.normalize("NFKC")).toLowerCase();

/** Text normalized with the words of Latin text apart, which would else run into each other. */
export const normalizeSpaced = (text: string): string =>
  withoutInvisible(text.normalize("NFKC").replace(/[\p{Z}\s]+/gu, " ")).toLowerCase();

/**
 * Makes what leaves characters out. Whole articles are looked through, and which class a character is of takes a regular
 * expression four times as long as a look at what was found out before.
 * @param left one character
 */
function without(left: RegExp): (text: string) => string {
  /** By the code unit: 1 for one that stays, 2 for one that is left out, 0 where nobody has asked yet. */
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
