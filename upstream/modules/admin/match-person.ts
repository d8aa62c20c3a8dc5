import { type RawBuilder, sql } from "kysely";

/** Pattern of texts in which these words stand, for `like … escape '\\'`. */
export const likeWords = (q: string): string => `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

/**
 * Conditions of whom these words may mean, any of which is enough: by a part of the name, the number (12, #12, /u/12), the
 * phone or at least its last four digits; `u` is the table of people.
 */
export function matchesPerson(q: string): RawBuilder<boolean>[] {
  const named = sql<boolean>`lower(u.nickname) like ${likeWords(q)} escape '\\'`;
  const number = /(?:^|#|\/u\/)(\d{1,15})$/.exec(q)?.[1];
  if (number === undefined) return [named];
  const phoned = number.length < 4 ? [] : [sql<boolean>`u.phone like ${`%${number}`}`];
  return [named, sql<boolean>`u.id = ${Number(number)}`, ...phoned];
}
