import type { Person } from "#app/contract/follow";
import { compiledQuery } from "#upstream/db/compiled-query";
import { AUTHOR_COLUMNS, type AuthorColumns, authorView } from "./author";

/** Columns of `users as u` that cards of people show. */
export const PERSON_COLUMNS = [
  ...AUTHOR_COLUMNS,
  ...(["u.answer_count", "u.article_count", "u.question_count", "u.fans_count"] as const),
] as const;

/** Columns of a person, as `cardView` takes them. */
type PersonColumns = AuthorColumns & { answer_count: number; article_count: number; fans_count: number };

/** A person with how much they have written and how many follow them. */
export const cardView = (row: PersonColumns): Omit<Person, "viewer"> => ({
  ...authorView(row),
  answerCount: row.answer_count,
  articleCount: row.article_count,
  fansCount: row.fans_count,
});

/** A person as the viewer sees them; `followed` are those whom the viewer follows. */
export const personView = (
  row: PersonColumns,
  { viewerId, followed }: { viewerId: number | null; followed: ReadonlySet<number> },
): Person => ({
  ...cardView(row),
  viewer: { followed: followed.has(row.author_user_id), me: row.author_user_id === viewerId },
});

/** People by their ids, closed accounts left out, in no order. */
export const findPeople = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom("users as u").select(PERSON_COLUMNS).where("u.id", "in", ids).where("u.deleted_at", "is", null),
);
