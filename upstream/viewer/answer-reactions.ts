import type { Vote } from "#app/contract/content/answer";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";

/** The viewer's votes and favorites, if any, on some answers. */
export type AnswerReactions = {
  viewerId: number | null;
  /** Answers without a vote are omitted. */
  votes: ReadonlyMap<number, Vote>;
  favorited: ReadonlySet<number>;
};

const ownAmong = compiledQuery((db, { viewerId, ids }: { viewerId: number; ids: readonly number[] }) =>
  db
    .selectFrom("answers as a")
    .leftJoin("votes as v", (join) => join.onRef("v.answer_id", "=", "a.id").on("v.user_id", "=", viewerId))
    .leftJoin("favorites as f", (join) =>
      join.onRef("f.target_id", "=", "a.id").on("f.target_kind", "=", "answer").on("f.user_id", "=", viewerId),
    )
    .select(["a.id", "v.value", "f.target_id"])
    .where("a.id", "in", ids),
);

/**
 * Loads the viewer's votes on these answers, and which of these are favorites. One statement; none without a viewer.
 */
export async function reactionsOn(
  db: Db,
  viewerId: number | null,
  answerIds: readonly number[],
): Promise<AnswerReactions> {
  if (viewerId === null || answerIds.length === 0) return { viewerId, votes: new Map(), favorited: new Set() };
  const rows = await ownAmong(db, { viewerId, ids: answerIds });
  return {
    viewerId,
    votes: new Map(rows.flatMap(({ id, value }) => (value === null ? [] : [[id, value === 1 ? "up" : "down"]]))),
    favorited: new Set(rows.flatMap(({ id, target_id }) => (target_id === null ? [] : [id]))),
  };
}
