import type { Db } from "#upstream/db/dialect";

/** A member's comment that staff have refused; returns its id for the author. */
export async function addRefused(db: Db, userId: number): Promise<number> {
  const at = new Date(Date.now() - 60_000).toISOString();
  const place = { targetKind: "article", targetId: 1, replyToId: null };
  const { id } = await db
    .insertInto("reviews")
    .values({
      author_id: userId,
      kind: "comment",
      word: "词",
      created_at: at,
      decided_at: at,
      state: "refused",
      target_id: null,
      published_id: null,
      reason: "含有广告、招揽或重复发布的内容",
      fields: JSON.stringify({ ...place, text: "没有通过的评论" }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
