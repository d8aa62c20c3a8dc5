import { afterAll, beforeAll, expect, test } from "vitest";
import type { Kind } from "#app/contract/kinds";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { recount } from "#upstream/jobs/recount";
import { insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setLike } from "#upstream/modules/like/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";

let world: TestUpstream;
let write: Writer;
let author: number;
let reader: number;

beforeAll(async () => {
  world = await createTestUpstream();
  write = createWriter(world);
  author = await world.addUser("写的人", "8613800000001");
  reader = await world.addUser("读的人", "8613800000002");
});
afterAll(() => world.close());

/** Everything that can be done to a thing of each kind, by somebody else and by its author; gives its id. */
const WRITERS: Record<Kind, () => Promise<number>> = {
  async question() {
    const id = await write.question({ authorId: author, tags: ["甲", "乙"] });
    await write.inside((trx) => setQuestionFollow(trx, world.services, { userId: reader, questionId: id, on: true }));
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
    const prepared = await prepareActivity(world.services, fields);
    return (await write.inside((trx) => insertActivity(trx, world.services, prepared))).id;
  },
  async announcement() {
    const prepared = await prepareAnnouncement(world.services, { title: "公告", content: "正文" });
    return (await write.inside((trx) => insertAnnouncement(trx, world.services, prepared))).id;
  },
};

async function answered(questionId: number): Promise<number> {
  const answerId = await write.answer({ authorId: author, questionId });
  await write.inside((trx) => setVote(trx, world.services, { userId: reader, answerId, vote: "up" }));
  await discussed("answer", answerId);
  return answerId;
}

async function reacted(targetKind: "article" | "case", targetId: number): Promise<void> {
  const wanted = { userId: reader, targetKind, targetId, on: true };
  await write.inside((trx) => setLike(trx, world.services, wanted));
  await write.inside((trx) => setFavorite(trx, world.services, wanted));
}

/** A comment and a reply to it that somebody likes; gives the reply. */
async function discussed(targetKind: "question" | "answer" | "article" | "case", targetId: number): Promise<number> {
  const first = await write.comment({ authorId: reader, targetKind, targetId });
  const reply = await write.comment({ authorId: author, targetKind, targetId, replyToId: first });
  await write.inside((trx) =>
    setLike(trx, world.services, { userId: reader, targetKind: "comment", targetId: reply, on: true }),
  );
  return reply;
}

function remove(kind: Kind, id: number): Promise<unknown> {
  return write.inside(async (trx) => {
    if (kind === "answer") await softDeleteAnswer(trx, world.services, id);
    else if (kind === "comment") await softDeleteComment(trx, world.services, id);
    else await softDelete(trx, world.services, kind, id);
  });
}

/** Every row of every table, in an order of its own. */
async function rows(): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(world.services.db));
  return Object.fromEntries(
    state.map(([table, text]) => [table, (JSON.parse(text) as unknown[]).map((row) => JSON.stringify(row)).sort()]),
  );
}

test.each(Object.keys(WRITERS) as Kind[])("a deleted %s leaves nothing that a recount would change", async (kind) => {
  const { db } = world.services;
  const id = await WRITERS[kind]();
  await expectConsistent(db);
  await remove(kind, id);
  await expectConsistent(db);
  const before = await rows();
  await write.inside((trx) => recount(trx));
  expect(await rows()).toEqual(before);
  const told = await db
    .selectFrom("news")
    .select(["user_id", "verb"])
    .where("target_kind", "=", kind as "case")
    .where("target_id", "=", id)
    .where("hidden_at", "is", null)
    .execute();
  expect(told, "nobody is told of what is not there").toEqual([]);
});
