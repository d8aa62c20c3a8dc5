import { type RawBuilder, sql } from "kysely";

/** A column or another SQL expression for a text. */
type Text = RawBuilder<unknown>;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** SQL condition: a text matches a pattern. On SQLite `like` ignores the case of ASCII letters, on PostgreSQL none. */
const matches = (text: Text, pattern: string): RawBuilder<boolean> => sql<boolean>`${text} like ${pattern} escape '\\'`;

/** SQL condition: a text starts with this one; on SQLite with ASCII letters in whatever case. */
export const startsWith = (text: Text, beginning: string): RawBuilder<boolean> =>
  matches(text, `${escaped(beginning)}%`);

/** SQL condition: a text contains this one, for keys and addresses; on SQLite with ASCII letters in whatever case. */
export const contains = (text: Text, part: string): RawBuilder<boolean> => matches(text, `%${escaped(part)}%`);

const FULL_WIDTH_SHIFT = 0xfee0;
const wide = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + FULL_WIDTH_SHIFT));
const asciiLower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const capitalized = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase());

/** Folds the case of all letters, and full-width forms. */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/**
 * SQL condition: a text contains a word, in whatever case and width. Databases fold no widths, and SQLite lowers only
 * ASCII letters, so the other usual spellings of the word are looked for as well.
 */
export function containsWord(text: Text, word: string): RawBuilder<boolean> {
  const forms = [word, word.normalize("NFKC"), wide(word.normalize("NFKC"))];
  const spellings = forms.flatMap((form) => [
    ...[form, form.toLowerCase(), form.toUpperCase()],
    capitalized(form.toLowerCase()),
  ]);
  return containsEither(text, folded(word), spellings);
}

/**
 * SQL condition: a long text contains a word as it was typed, or with its letters in other cases as far as the database
 * knows them. To look for all spellings, like `containsWord`, takes SQLite four times as long.
 */
export const containsTyped = (text: Text, word: string): RawBuilder<boolean> =>
  containsEither(text, word.toLowerCase(), [word]);

/** SQL condition: a text in lower case contains this one, or the text as it is contains one of these spellings. */
function containsEither(text: Text, lower: string, spellings: readonly string[]): RawBuilder<boolean> {
  // `lower` of SQLite makes the others equal.
  const others = [...new Set(spellings)].filter((spelling) => asciiLower(spelling) !== lower);
  const each = [contains(sql`lower(${text})`, lower), ...others.map((spelling) => contains(text, spelling))];
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}
