import { type RawBuilder, sql } from "kysely";
import { storedPhone } from "#upstream/modules/sms/codes";

/** Pattern for texts that contain these words, for `like … escape '\\'`. */
export const likeWords = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/** Number of a phone number's last digits that its masked form shows. */
const SHOWN_DIGITS = 4;

/** Returns the complete phone number of eleven digits in a search for a member; null if there is none. */
export const phoneIn = (q: string): string | null => /(?:^|#|\/u\/)(?:86)?(1\d{10})$/.exec(q)?.[1] ?? null;

/**
 * SQL conditions for members that a search may mean, any of which suffices: part of a nickname, a number (12, #12,
 * /u/12), a complete phone number or its last four digits; `u` is the users table. No other part of a phone number
 * matches, or those who see masked numbers only could find out the hidden digits one by one.
 */
export function matchesPerson(q: string): RawBuilder<boolean>[] {
  const named = sql<boolean>`lower(u.nickname) like ${likeWords(q)} escape '\\'`;
  const number = /(?:^|#|\/u\/)(\d{1,15})$/.exec(q)?.[1];
  if (number === undefined) return [named];
  const phone = phoneIn(q);
  const phoned = [
    ...(number.length === SHOWN_DIGITS ? [sql<boolean>`u.phone like ${`%${number}`}`] : []),
    ...(phone === null ? [] : [sql<boolean>`u.phone = ${storedPhone(phone)}`]),
  ];
  return [named, sql<boolean>`u.id = ${Number(number)}`, ...phoned];
}
