import { afterEach, beforeEach, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminUserApi } from "#app/contract/admin/user/user";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createTickingClock } from "#tests/upstream/support/ticking-clock";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { asStaff } from "#upstream/command-line/as-staff";

let upstream: TestUpstream;
let write: Writer;
let owner: number;
let token: string;
let purged: number;
let reader: number;

beforeEach(async () => {
  upstream = await createTestUpstream({ clock: createTickingClock() });
  write = createWriter(upstream);
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
  purged = await upstream.addUser("错当成卖药的", "8613800000001");
  reader = await upstream.addUser("路过的", "8613800000002");
});
afterEach(() => upstream.close());

const purge = () => upstream.call(adminUserApi.purge, { body: { userId: purged, reason: "只发广告" } }, { token });
const undoPurge = async () => {
  const { list } = await upstream.call(auditApi.list, { query: { action: "user.purge" } }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const remove = (kind: "article" | "question", id: number) =>
  upstream.call(adminContentApi.remove, { body: { items: [{ kind, id }], rule: "spam" } }, { token });
const restore = (kind: "article" | "question", id: number) =>
  upstream.call(adminContentApi.restore, { body: { items: [{ kind, id }] } }, { token });
const commentsOn = (targetKind: "article" | "answer", targetId: number) =>
  upstream.services.db
    .selectFrom("comments")
    .select(["author_id", "deleted_at", "removed_at"])
    .where("target_kind", "=", targetKind)
    .where("target_id", "=", targetId)
    .execute();
const shownOn = async (targetKind: "article" | "answer", targetId: number) =>
  (await commentsOn(targetKind, targetId)).filter(({ deleted_at }) => deleted_at === null).length;

test("an undone purge gives a text below something that its author deleted since back together with it", async () => {
  const article = await write.article({ authorId: reader });
  const own = await write.article({ authorId: purged });
  await write.comment({ authorId: purged, targetKind: "article", targetId: article });
  await purge();
  await upstream.call(articleApi.remove, { body: { id: article } }, { as: reader });
  await undoPurge();

  expect((await upstream.call(articleApi.get, { params: { id: own } })).id).toBe(own);
  expect(await commentsOn("article", article)).toMatchObject([{ deleted_at: expect.any(String), removed_at: null }]);
  await expectConsistent(upstream.services.db);
  await upstream.call(trashApi.restore, { body: { kind: "article", id: article } }, { as: reader });
  expect(await shownOn("article", article)).toBe(1);
  expect((await upstream.call(articleApi.get, { params: { id: article } })).commentCount).toBe(1);
  await expectConsistent(upstream.services.db);
});

test("an undone purge gives an answer and its comments below a question that staff removed since back with it", async () => {
  const question = await write.question({ authorId: reader });
  const answer = await write.answer({ authorId: purged, questionId: question });
  await write.comment({ authorId: reader, targetKind: "answer", targetId: answer });
  await write.comment({ authorId: purged, targetKind: "answer", targetId: answer });
  await purge();
  await remove("question", question);
  await undoPurge();

  expect(await shownOn("answer", answer)).toBe(0);
  await expectConsistent(upstream.services.db);
  await restore("question", question);
  expect(await shownOn("answer", answer)).toBe(2);
  await expectConsistent(upstream.services.db);
});

test("a text that its author had deleted before the purge stays deleted below what is off the site", async () => {
  const article = await write.article({ authorId: reader });
  const id = await write.comment({ authorId: purged, targetKind: "article", targetId: article });
  await upstream.call(commentApi.remove, { body: { id } }, { as: purged });
  const before = await commentsOn("article", article);
  await purge();
  await remove("article", article);
  await undoPurge();
  expect(await commentsOn("article", article)).toEqual(before);
  await expectConsistent(upstream.services.db);
});

test("the command line undoes a purge without verification", async () => {
  const article = await write.article({ authorId: purged });
  await purge();
  const { list } = await upstream.call(auditApi.list, { query: { action: "user.purge" } }, { token });
  await asStaff(upstream.program, { userId: owner, dryRun: false }, (caller) =>
    caller(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }),
  );
  expect((await upstream.call(articleApi.get, { params: { id: article } })).id).toBe(article);
});
