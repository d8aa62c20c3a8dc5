import { type RawBuilder, sql } from "kysely";
import { containsWord } from "#upstream/db/like";
import { storedPhone } from "#upstream/modules/sms/codes";

/** Number of a phone number's last digits that its masked form shows. */
const SHOWN_DIGITS = 4;

/** Returns the complete phone number of eleven digits in a search for a member; null if there is none. */
export const phoneIn = (q: string): string | null => /(?:^|#|\/u\/)(?:86)?(1\d{10})$/.exec(q)?.[1] ?? null;

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

/**
 * SQL condition for members that a search may mean: part of a nickname, a number (12, #12, /u/12), a complete phone
 * number or its last four digits; `u` is the users table. No other part of a phone number matches, or those who see
 * masked numbers only could find out the hidden digits one by one.
 */
export function matchesPerson(q: string): RawBuilder<boolean> {
  const named = containsWord(sql.ref("u.nickname"), q);
  const number = /(?:^|#|\/u\/)(\d{1,15})$/.exec(q)?.[1];
  if (number === undefined) return named;
  const phone = phoneIn(q);
  const phoned = [
    ...(number.length === SHOWN_DIGITS ? [sql<boolean>`u.phone like ${`%${number}`}`] : []),
    ...(phone === null ? [] : [sql<boolean>`u.phone = ${storedPhone(phone)}`]),
  ];
  return anyOf([named, sql<boolean>`u.id = ${Number(number)}`, ...phoned]);
}

/** SQL condition for rows that a search may mean: by their id (12, #12) in a column, or by one of their texts. */
export function matchesIdOr(id: string, q: string, inTexts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const [, number] = /^#?(\d{1,15})$/.exec(q) ?? [];
  return anyOf(number ? [sql<boolean>`${sql.ref(id)} = ${Number(number)}`, ...inTexts] : inTexts);
}
