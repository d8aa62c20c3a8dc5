import { type RawBuilder, sql } from "kysely";

/** Pattern for texts that contain these words, for `like … escape '\\'`. */
export const likeWords = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/**
 * SQL conditions for members that a search may mean, any of which suffices: part of a nickname, a number (12, #12,
 * /u/12), a phone number or at least its last four digits; `u` is the users table.
 */
export function matchesPerson(q: string): RawBuilder<boolean>[] {
  const named = sql<boolean>`lower(u.nickname) like ${likeWords(q)} escape '\\'`;
  const number = /(?:^|#|\/u\/)(\d{1,15})$/.exec(q)?.[1];
  if (number === undefined) return [named];
  const phoned = number.length < 4 ? [] : [sql<boolean>`u.phone like ${`%${number}`}`];
  return [named, sql<boolean>`u.id = ${Number(number)}`, ...phoned];
}
