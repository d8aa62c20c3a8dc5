import { hasTrait, type Kind, type KindWith } from "#app/contract/kinds";
import { insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setLike } from "#upstream/modules/like/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";
import type { TestUpstream } from "./harness";
import { createWriter } from "./writer";

/** Writes an item of each kind by `author`, with everything that `reader` and `author` can do to it; returns its id. */
export function writersOfEveryKind(
  upstream: TestUpstream,
  { author, reader }: { author: number; reader: number },
): Record<Kind, () => Promise<number>> {
  const write = createWriter(upstream);
  const everyKind: Record<Kind, () => Promise<number>> = {
    async question() {
      const id = await write.question({ authorId: author, tags: ["甲", "乙"] });
      await write.inside((trx) =>
        setQuestionFollow(trx, upstream.services, { userId: reader, questionId: id, on: true }),
      );
      await answered(id);
      await discussed("question", id);
      return id;
    },
    answer: async () => answered(await write.question({ authorId: reader })),
    async article() {
      const id = await write.article({ authorId: author, tags: ["甲", "丙"] });
      await reacted("article", id);
      await discussed("article", id);
      return id;
    },
    async case() {
      const id = await write.oneCase();
      await reacted("case", id);
      await discussed("case", id);
      return id;
    },
    async comment() {
      const targetId = await write.article({ authorId: reader });
      const id = await discussed("article", targetId);
      return id;
    },
    async activity() {
      const [startsAt, endsAt] = ["2026-06-01T00:00:00Z", "2026-06-02T00:00:00Z"];
      const fields = { title: "活动", content: "正文", cover: null, city: "线上", startsAt, endsAt, formId: null };
      const prepared = await prepareActivity(upstream.services, fields);
      return (await write.inside((trx) => insertActivity(trx, upstream.services, prepared))).id;
    },
    async announcement() {
      const prepared = await prepareAnnouncement(upstream.services, { title: "公告", content: "正文" });
      return (await write.inside((trx) => insertAnnouncement(trx, upstream.services, prepared))).id;
    },
  };

  async function answered(questionId: number): Promise<number> {
    const answerId = await write.answer({ authorId: author, questionId });
    await write.inside((trx) => setVote(trx, upstream.services, { userId: reader, answerId, vote: "up" }));
    await discussed("answer", answerId);
    return answerId;
  }

  async function reacted(targetKind: Exclude<KindWith<"likable">, "comment">, targetId: number): Promise<void> {
    const wanted = { userId: reader, targetId, on: true };
    await write.inside((trx) => setLike(trx, upstream.services, { ...wanted, targetKind }));
    if (!hasTrait(targetKind, "favoritable")) return;
    await write.inside((trx) => setFavorite(trx, upstream.services, { ...wanted, targetKind }));
  }

  /** A comment and a liked reply to it; returns the reply. */
  async function discussed(targetKind: KindWith<"commentable">, targetId: number): Promise<number> {
    const first = await write.comment({ authorId: reader, targetKind, targetId });
    const reply = await write.comment({ authorId: author, targetKind, targetId, replyToId: first });
    await write.inside((trx) =>
      setLike(trx, upstream.services, { userId: reader, targetKind: "comment", targetId: reply, on: true }),
    );
    return reply;
  }

  return everyKind;
}
