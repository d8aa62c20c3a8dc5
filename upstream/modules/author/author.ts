import { sql } from "kysely";
import type { Author } from "#app/contract/common";

/** Columns of `users as u` to select in every query that shows an author. */
export const AUTHOR_COLUMNS = [
  "u.id as author_user_id",
  "u.nickname as author_nickname",
  "u.avatar as author_avatar",
  "u.headline as author_headline",
  "u.deleted_at as author_closed_at",
] as const;

/** Columns as in `AUTHOR_COLUMNS`, for a statement written in SQL. */
export const AUTHOR_SQL = sql.raw(AUTHOR_COLUMNS.join(", "));

/** Columns of a joined author, for `authorView`. */
export type AuthorColumns = {
  author_user_id: number;
  author_nickname: string;
  author_avatar: string;
  author_headline: string;
  author_closed_at: string | null;
};

/** Maps an author as shown beside their texts. */
export function authorView(row: AuthorColumns): Author {
  const author: Author = {
    userId: row.author_user_id,
    nickname: row.author_nickname,
    avatar: row.author_avatar,
    headline: row.author_headline,
  };
  // Left out otherwise: replies hold many authors, and few are closed.
  if (row.author_closed_at !== null) author.closed = true;
  return author;
}
