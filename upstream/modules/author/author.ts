import type { Author } from "#app/contract/common";

/** Columns of `users as u` that every query selects which shows an author. */
export const AUTHOR_COLUMNS = [
  "u.id as author_user_id",
  "u.nickname as author_nickname",
  "u.avatar as author_avatar",
  "u.headline as author_headline",
] as const;

/** Columns of a joined author, as `authorView` takes them. */
export type AuthorColumns = {
  author_user_id: number;
  author_nickname: string;
  author_avatar: string;
  author_headline: string;
};

/** An author as everything written shows them. */
export function authorView(row: AuthorColumns): Author {
  return {
    userId: row.author_user_id,
    nickname: row.author_nickname,
    avatar: row.author_avatar,
    headline: row.author_headline,
  };
}
