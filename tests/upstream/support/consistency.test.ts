import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { expectConsistent } from "./consistency";
import { createTestUpstream, type TestUpstream } from "./harness";
import { createWriter, type Writer } from "./writer";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
beforeAll(async () => {
  let now = Date.UTC(2026, 4, 1);
  upstream = await createTestUpstream({
    clock: () => {
      now += 1000;
      return new Date(now);
    },
  });
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝");
});
afterAll(() => upstream.close());

/** A comment with a reply below a target, deleted by itself: a placeholder stays, since it has a reply. */
async function deletedComment(targetKind: "question" | "answer" | "article", targetId: number): Promise<number> {
  const place = { authorId: alice, targetKind, targetId };
  const id = await write.comment(place);
  await write.comment({ ...place, replyToId: id });
  await write.inside((trx) => softDeleteComment(trx, upstream.services, id));
  return id;
}

describe("the number of replies of a comment that was deleted before what it stands under", () => {
  const question = () => write.question({ authorId: alice });
  const gone = {
    async article() {
      const id = await write.article({ authorId: alice });
      const comment = await deletedComment("article", id);
      await write.inside((trx) => softDelete(trx, upstream.services, "article", id));
      return comment;
    },
    async question() {
      const id = await question();
      const comment = await deletedComment("question", id);
      await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
      return comment;
    },
    async answer() {
      const id = await write.answer({ authorId: alice, questionId: await question() });
      const comment = await deletedComment("answer", id);
      await write.inside((trx) => softDeleteAnswer(trx, upstream.services, id));
      return comment;
    },
    async "answer with its question"() {
      const questionId = await question();
      const id = await write.answer({ authorId: alice, questionId });
      const comment = await deletedComment("answer", id);
      await write.inside((trx) => softDelete(trx, upstream.services, "question", questionId));
      return comment;
    },
  };

  test.each(Object.entries(gone))(
    "%s: the correct number passes the check, and any other fails it",
    async (_, make) => {
      const id = await make();
      const { db } = upstream.services;
      await expectConsistent(db);
      const count = (child_count: number) =>
        db.updateTable("comments").set({ child_count }).where("id", "=", id).execute();
      for (const wrong of [0, 2]) {
        await count(wrong);
        await expect(expectConsistent(db)).rejects.toThrow("comments.child_count");
      }
      await count(1);
    },
  );
});
