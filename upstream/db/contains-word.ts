import { type RawBuilder, sql } from "kysely";

const FULL_WIDTH_SHIFT = 0xfee0;
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + FULL_WIDTH_SHIFT));
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const capitalized = (text: string): string => text.replace(/^./u, (letter) => letter.toUpperCase());

/** Spellings in which a word may be written, besides those that `lower` of SQLite equals with `lower`. */
function otherSpellings(word: string, lower: string): string[] {
  const forms = [word, word.normalize("NFKC"), wide(word.normalize("NFKC"))];
  const all = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase(), capitalized(form.toLowerCase())]);
  return [...new Set(all)].filter((spelling) => asciiLower(spelling) !== lower);
}

const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * SQL condition: a text contains a word, in whatever case and width. Databases fold no widths, and SQLite lowers only
 * ASCII letters, so the other usual spellings of the word are looked for as well.
 */
export function containsWord(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const lower = word.normalize("NFKC").toLowerCase();
  const spellings = otherSpellings(word, lower).map((one) => sql`or ${text} like ${pattern(one)} escape '\\'`);
  return sql<boolean>`(lower(${text}) like ${pattern(lower)} escape '\\' ${sql.join(spellings, sql` `)})`;
}
