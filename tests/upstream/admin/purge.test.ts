import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminUserApi } from "#app/contract/admin/user/user";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { reportApi } from "#app/contract/moderation/report";
import { favoritesApi } from "#app/contract/reading/favorites";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { draftApi } from "#app/contract/writing/draft";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createTickingClock } from "#tests/upstream/support/ticking-clock";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { asStaff } from "#upstream/command-line/as-staff";
import { COMMANDS } from "#upstream/command-line/commands";
import { limitTransactions, transact } from "#upstream/db/transact";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let write: Writer;
let owner: number;
let token: string;
let spammer: number;
let reader: number;

beforeEach(async () => {
  upstream = await createTestUpstream({ clock: createTickingClock() });
  write = createWriter(upstream);
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
  spammer = await upstream.addUser("卖药的", "8613800000001");
  reader = await upstream.addUser("路过的", "8613800000002");
});
afterEach(() => upstream.close());

const REASON = "只发广告";
const purge = (userId = spammer, dryRun = false, as = token) =>
  upstream.call(adminUserApi.purge, { body: { userId, reason: REASON, dryRun } }, { token: as });
const newest = async () => (await upstream.call(auditApi.list, { query: {} }, { token })).list[0]?.id ?? 0;
const undo = async () => upstream.call(auditApi.undo, { body: { id: await newest() } }, { token });
const state = () => undoneState(upstream.services.db);

/** Some of everything, below their own and others' texts, existing and deleted, and waiting texts. */
async function spam() {
  const others = await write.question({ authorId: reader, tags: ["产品"] });
  const question = await write.question({ authorId: spammer, tags: ["广告"] });
  const article = await write.article({ authorId: spammer, tags: ["广告"] });
  const gone = await write.article({ authorId: spammer });
  await transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "article", gone));
  await write.answer({ authorId: spammer, questionId: others });
  await write.answer({ authorId: reader, questionId: question });
  await write.answer({ authorId: spammer, questionId: question });
  await write.comment({ authorId: spammer, targetKind: "question", targetId: others });
  await write.comment({ authorId: spammer, targetKind: "article", targetId: article });
  await write.comment({ authorId: reader, targetKind: "article", targetId: article });
  await upstream.services.db
    .insertInto("reviews")
    .values({
      author_id: spammer,
      kind: "article",
      word: "药",
      created_at: "2026-01-01T00:00:00.000Z",
      decided_at: null,
      target_id: null,
      published_id: null,
      fields: JSON.stringify({ title: "等待审核的文章", content: "正文" }),
    })
    .execute();
  const good = await write.article({ authorId: reader });
  const answered = await write.answer({ authorId: reader, questionId: others });
  await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: good } }, { as: spammer });
  await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: article } }, { as: spammer });
  await upstream.call(favoritesApi.add, { body: { targetKind: "article", targetId: good } }, { as: spammer });
  await upstream.call(voteApi.set, { body: { answerId: answered, vote: "down" } }, { as: spammer });
  await upstream.call(
    reportApi.add,
    { body: { targetKind: "article", targetId: good, reason: "spam" } },
    { as: spammer },
  );
  return { others, question, article, gone, good };
}

const ALL = { texts: { question: 1, answer: 2, article: 2, comment: 2 }, held: 1, reports: 1, reactions: 4 };

test("a spammer is removed completely: banned, logged out, and all their texts off the site", async () => {
  const { others, question, article, good } = await spam();
  const login = await upstream.tokenOf(spammer);
  const before = await state();
  expect(await purge(spammer, true)).toEqual({ ...ALL, sessions: expect.any(Number), left: 11 });
  expect(await state()).toEqual(before);
  expect(await purge()).toEqual({ ...ALL, sessions: expect.any(Number), left: 0 });
  expect((await upstream.call(articleApi.get, { params: { id: good } })).likeCount).toBe(0);
  expect(await upstream.services.db.selectFrom("reports").select("state").execute()).toEqual([{ state: "dismissed" }]);
  expect(await outcomeOf(upstream.call(draftApi.list, {}, { token: login }))).toBe("NOT_LOGIN");
  expect((await upstream.call(questionApi.list, {})).list.map(({ id }) => id)).toEqual([others]);
  expect(await outcomeOf(upstream.call(questionApi.get, { params: { id: question } }))).toBe("NOT_FOUND");
  expect(await outcomeOf(upstream.call(articleApi.get, { params: { id: article } }))).toBe("NOT_FOUND");
  const user = await upstream.call(adminUserApi.get, { params: { id: spammer } }, { token });
  expect(user).toMatchObject({
    counts: { question: 0, answer: 0, article: 0, comment: 0 },
    held: { waiting: 0, refused: 1 },
  });
  expect(user.sanctions.map(({ kind, until, inForce }) => [kind, until, inForce])).toEqual([["ban", null, true]]);
  await expectConsistent(upstream.services.db);
  expect(await purge()).toEqual({
    texts: { question: 0, answer: 0, article: 0, comment: 0 },
    held: 0,
    reports: 0,
    reactions: 0,
    sessions: 0,
    left: 0,
  });
});

test("undoing it from the log restores everything except the sessions", async () => {
  await spam();
  const before = await state();
  await purge();
  await undo();
  expect(await state()).toEqual(before);
  await expectConsistent(upstream.services.db);
});

test("undoing it leaves what was restored or lifted since", async () => {
  const { article } = await spam();
  await purge();
  const done = await newest();
  await upstream.call(adminContentApi.restore, { body: { items: [{ kind: "article", id: article }] } }, { token });
  const [ban] = (await upstream.call(adminUserApi.get, { params: { id: spammer } }, { token })).sanctions;
  await upstream.call(adminUserApi.lift, { body: { id: ban?.id ?? 0 } }, { token });
  await upstream.call(auditApi.undo, { body: { id: done } }, { token });
  expect((await upstream.call(articleApi.get, { params: { id: article } })).id).toBe(article);
  const { counts } = await upstream.call(adminUserApi.get, { params: { id: spammer } }, { token });
  expect(counts).toEqual({ question: 1, answer: 2, article: 1, comment: 2 });
  await expectConsistent(upstream.services.db);
});

test("of very many texts some are removed at a time, and the others by the next call", {
  timeout: 60_000,
}, async () => {
  const targetId = await write.article({ authorId: reader });
  for (let n = 0; n < 301; n += 1) await write.comment({ authorId: spammer, targetKind: "article", targetId });
  let { left } = await purge();
  // More than one on a slow machine.
  expect(left).toBeGreaterThan(0);
  while (left > 0) {
    const done = await purge();
    expect(done.texts.comment).toBe(left);
    ({ left } = done);
  }
  await expectConsistent(upstream.services.db);
});

test("however long it takes to remove a text, the spammer is banned at once, and each call removes some", {
  timeout: 60_000,
}, async () => {
  const { db, search } = upstream.services;
  limitTransactions(db);
  for (let n = 0; n < 12; n += 1) await write.article({ authorId: spammer });
  const { remove } = search;
  search.remove = async (...entry) => {
    await wait(700);
    return remove.apply(search, entry);
  };
  const { left } = await purge();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(12);
  expect((await upstream.call(adminUserApi.get, { params: { id: spammer } }, { token })).sanctions).toMatchObject([
    { kind: "ban", until: null },
  ]);
  search.remove = remove;
  expect(await purge()).toMatchObject({ texts: { article: left }, left: 0 });
  await expectConsistent(db);
});

test("it is refused for oneself, for an owner, without a reason, and without the permission", async () => {
  const other = await addStaff(upstream, "owner");
  expect(await outcomeOf(purge(owner))).toBe("FORBIDDEN");
  expect(await outcomeOf(purge(other))).toBe("FORBIDDEN");
  expect(await outcomeOf(purge(999))).toBe("NOT_FOUND");
  const moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  expect(await outcomeOf(purge(spammer, true, moderator))).toBe("FORBIDDEN");
  const silent = upstream.call(adminUserApi.purge, { body: { userId: spammer, reason: "" } }, { token });
  expect(await outcomeOf(silent)).toEqual({ reason: "原因不能为空" });
});

test("the command line says what it would remove, and does it", async () => {
  await spam();
  const run = (dryRun: boolean) =>
    asStaff(upstream.program, { userId: owner, dryRun }, (caller) => {
      const options = { id: String(spammer), reason: REASON };
      const asked = {
        upstream: upstream.program,
        caller,
        options,
        words: [],
        flags: { dryRun, csv: false },
        from: ".",
      };
      return COMMANDS["user purge"]?.run(asked as never) ?? Promise.reject(new Error("no command"));
    });
  expect(await run(true)).toMatchObject({ ...ALL, left: 11 });
  expect(await run(false)).toMatchObject({ ...ALL, left: 0 });
});

test("likes of comments are removed as well", async () => {
  await write.article({ authorId: reader });
  const article = await write.article({ authorId: reader });
  const targetId = await write.comment({ authorId: reader, targetKind: "article", targetId: article });
  // Such a comment would count as the existing one, if its own columns were taken for the like's.
  expect(targetId).not.toBe(article);
  await upstream.call(likeApi.add, { body: { targetKind: "comment", targetId } }, { as: spammer });
  expect(await purge()).toMatchObject({ reactions: 1, left: 0 });
  const { like_count } = await upstream.services.db
    .selectFrom("comments")
    .select("like_count")
    .executeTakeFirstOrThrow();
  expect(like_count).toBe(0);
});
