import type { Person } from "#app/contract/reading/follow";
import { compiledQuery } from "#upstream/db/compiled-query";
import { AUTHOR_COLUMNS, type AuthorColumns, authorView } from "./author";

/** Columns of `users as u` that people's cards show. */
export const PERSON_COLUMNS = [
  ...AUTHOR_COLUMNS,
  ...(["u.answer_count", "u.article_count", "u.question_count", "u.fans_count"] as const),
] as const;

/** Columns of a person, for `cardView`. */
type PersonColumns = AuthorColumns & { answer_count: number; article_count: number; fans_count: number };

/** Maps a person with the number of their texts and followers. */
export const cardView = (row: PersonColumns): Omit<Person, "viewer"> => ({
  ...authorView(row),
  answerCount: row.answer_count,
  articleCount: row.article_count,
  fansCount: row.fans_count,
});

/** Adds the viewer's own state to a person; `followed` are the ids that the viewer follows. */
export const personView = (
  row: PersonColumns,
  { viewerId, followed }: { viewerId: number | null; followed: ReadonlySet<number> },
): Person => ({
  ...cardView(row),
  viewer: { followed: followed.has(row.author_user_id), me: row.author_user_id === viewerId },
});

/** People by id, in no order; closed accounts are omitted. */
export const findPeople = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom("users as u").select(PERSON_COLUMNS).where("u.id", "in", ids).where("u.deleted_at", "is", null),
);
