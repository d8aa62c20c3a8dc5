import type { Author } from "#app/contract/common";

/** Columns of `users as u` to select in every query that shows an author. */
export const AUTHOR_COLUMNS = [
  "u.id as author_user_id",
  "u.nickname as author_nickname",
  "u.avatar as author_avatar",
  "u.headline as author_headline",
] as const;

/** Columns of a joined author, for `authorView`. */
export type AuthorColumns = {
  author_user_id: number;
  author_nickname: string;
  author_avatar: string;
  author_headline: string;
};

/** Maps an author as shown beside their texts. */
export function authorView(row: AuthorColumns): Author {
  return {
    userId: row.author_user_id,
    nickname: row.author_nickname,
    avatar: row.author_avatar,
    headline: row.author_headline,
  };
}
