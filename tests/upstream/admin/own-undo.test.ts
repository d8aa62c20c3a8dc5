import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { reportApi } from "#app/contract/moderation/report";
import { notificationApi } from "#app/contract/notification/notification";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { undoneState } from "#tests/upstream/support/database-state";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { addStaff, giveRole, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { findBrokenLink } from "#upstream/policy/audit-log";

const SECOND = 1000;
const BAD = "跟我兼职刷单";
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let alice: number;
let reader: number;
let questionId: number;
let token: string;
let second: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  reader = await upstream.addUser("读者", "8613800000002");
  questionId = await write.question({ authorId: await upstream.addUser("鲍勃"), title: "放回答的问题在这里" });
  token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  second = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  pass(3600 * SECOND);
  const { db } = upstream.services;
  for (const table of ["rate_limits", "claims", "reports", "news"] as const) await db.deleteFrom(table).execute();
  await db.updateTable("reviews").set({ state: "withdrawn" }).where("state", "=", "waiting").execute();
});

function pass(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds);
}
/** All rows except bounds of lists, which never decrease, empty totals, and unused tags. */
async function state() {
  const { list_totals: totals = [], tags = [], ...others } = await undoneState(upstream.services.db);
  const counted = totals.map((row) => JSON.parse(row) as { list: string; total: number });
  const used = tags.filter((row) => (JSON.parse(row) as { total: number }).total > 0);
  return { ...others, tags: used, totals: counted.flatMap(({ list, total }) => (total > 0 ? [[list, total]] : [])) };
}
const heldBy = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => expect.unreachable("was not held"),
    (error: CallError) => (error.data as { id: number }).id,
  );
const question = (title = "一个等待审核的问题") =>
  heldBy(upstream.call(questionApi.create, { body: { title, content: BAD, tags: ["经验"] } }, { as: alice }));
const answer = () => heldBy(upstream.call(answerApi.create, { body: { questionId, content: BAD } }, { as: alice }));
const comment = () => {
  const body = { targetKind: "question" as const, targetId: questionId, text: BAD };
  return heldBy(upstream.call(commentApi.add, { body }, { as: alice }));
};
const article = () => write.article({ authorId: alice, title: "一篇被举报的文章", tags: ["经验"] });
const told = async (as: number) => (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list;
const unread = async (as: number) => (await upstream.call(notificationApi.unreadCount, {}, { as })).total;

type Undo = { log: number[] } | null;
const decide = async (ids: number[], action: "approve" | "refuse"): Promise<Undo> => {
  const body = { items: ids.map((id) => ({ id, version: 1 })), action, rule: action === "refuse" ? "spam" : "" };
  return (await upstream.call(adminReviewApi.decide, { body }, { token })).undo;
};
const undoReview = (undo: Undo, as = token) =>
  upstream.call(adminReviewApi.undo, { body: { log: undo?.log ?? [] } }, { token: as });

/** Decisions by name: the item, the decision, and the call to undo it. */
const DECISIONS = {
  "a question is let through": [question, (id) => decide([id], "approve"), adminReviewApi.undo],
  "an answer is let through": [answer, (id) => decide([id], "approve"), adminReviewApi.undo],
  "a comment is let through": [comment, (id) => decide([id], "approve"), adminReviewApi.undo],
  "a question is put right and let through": [
    question,
    async (id) => {
      const body = { id, version: 1, title: "一个改好了的问题标题", content: "没有那个词", tags: ["经验"] };
      return (await upstream.call(adminReviewApi.edit, { body }, { token })).undo;
    },
    adminReviewApi.undo,
  ],
  "a question is refused": [question, (id) => decide([id], "refuse"), adminReviewApi.undo],
  "a reported article is removed": [article, (id) => decideReport(id, "remove"), adminReportApi.undo],
  "a reported article is kept": [article, (id) => decideReport(id, "keep"), adminReportApi.undo],
  "something else was done about it": [article, (id) => decideReport(id, "handled"), adminReportApi.undo],
  "an article is removed": [
    article,
    async (id) => {
      const body = { items: [{ kind: "article" as const, id }], rule: "spam" };
      return (await upstream.call(adminContentApi.remove, { body }, { token })).undo;
    },
    adminContentApi.undo,
  ],
} satisfies Record<
  string,
  [
    () => Promise<number>,
    (id: number) => Promise<Undo>,
    typeof adminReviewApi.undo | typeof adminReportApi.undo | typeof adminContentApi.undo,
  ]
>;
async function decideReport(id: number, action: "remove" | "keep" | "handled"): Promise<Undo> {
  const items = [{ kind: "article" as const, id }];
  const rule = action === "remove" ? "spam" : "";
  return (await upstream.call(adminReportApi.decide, { body: { items, action, rule } }, { token })).undo;
}

describe.each(Object.entries(DECISIONS))("where %s", (_, [make, decideOn, undoing]) => {
  /** An item claimed by the moderator, and reported by a reader if it is public. */
  async function made(): Promise<number> {
    const id = await make();
    if (make === article) {
      const body = { targetKind: "article" as const, targetId: id, reason: "spam" as const };
      await upstream.call(reportApi.add, { body }, { as: reader });
      await upstream.call(adminReportApi.claim, { body: { kind: "article", id, takeOver: false } }, { token });
    } else await upstream.call(adminReviewApi.claim, { body: { id, takeOver: false } }, { token });
    return id;
  }

  test("within ten seconds every row is restored, and the member concerned is never notified", async () => {
    const id = await made();
    const before = await state();
    pass(60 * SECOND);
    const undo = await decideOn(id);
    expect(await state()).not.toEqual(before);
    pass(9 * SECOND);
    for (const person of [alice, reader]) expect([await told(person), await unread(person)]).toEqual([[], 0]);
    const { undone } = await upstream.call(undoing, { body: undo ?? { log: [] } }, { token });
    expect(undone.map(({ target }) => target)).toEqual([String(id)]);
    expect(await state()).toEqual(before);
    await expectConsistent(upstream.services.db);
    expect(await findBrokenLink(upstream.services.db)).toBeNull();
    pass(60 * SECOND);
    for (const person of [alice, reader]) expect(await told(person)).toEqual([]);
    // Only once.
    expect(await refusalOf(upstream.call(undoing, { body: undo ?? { log: [] } }, { token }))).toMatch(/^CONFLICT/);
  });

  test("after ten seconds the member is notified and the author of the decision can't undo it; somebody else never can", async () => {
    const undo = await decideOn(await made());
    const decided = await state();
    expect(await refusalOf(upstream.call(undoing, { body: undo ?? { log: [] } }, { token: second }))).toMatch(
      /^NOT_FOUND/,
    );
    pass(10 * SECOND);
    const messages = [...(await told(alice)), ...(await told(reader))];
    expect(messages.length).toBeGreaterThan(0);
    expect(await refusalOf(upstream.call(undoing, { body: undo ?? { log: [] } }, { token }))).toMatch(/已经过了十秒/);
    expect(await state()).toEqual(decided);
  });
});

test("decisions made together are undone together, or not at all", async () => {
  const ids = [await question("第一个一起决定的问题"), await question("第二个一起决定的问题")];
  const before = await state();
  const undo = await decide(ids, "approve");
  expect(undo?.log).toHaveLength(2);
  await undoReview(undo);
  expect(await state()).toEqual(before);

  const again = await decide(ids, "approve");
  const row = await upstream.services.db
    .selectFrom("reviews")
    .select("published_id")
    .where("id", "=", ids[0] ?? 0)
    .executeTakeFirst();
  await write.answer({ authorId: reader, questionId: row?.published_id ?? 0 });
  const answered = await state();
  expect(await refusalOf(undoReview(again))).toMatch(/公开之后已经有人回应/);
  expect(await state()).toEqual(answered);
});

test("a call undoes only its own kind of decision, and needs the permission for it", async () => {
  const removed = await DECISIONS["an article is removed"][1](await article());
  expect(await refusalOf(undoReview(removed))).toMatch(/^NOT_FOUND/);
  const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
  expect(
    await refusalOf(upstream.call(adminContentApi.undo, { body: removed ?? { log: [] } }, { token: editor })),
  ).toMatch(/^FORBIDDEN/);
  expect(await refusalOf(upstream.call(adminContentApi.undo, { body: { log: [999_999] } }, { token }))).toMatch(
    /^NOT_FOUND/,
  );
  expect(await refusalOf(upstream.call(adminContentApi.undo, { body: { log: [] } }, { token }))).toMatch(
    /^INVALID_PARAMS/,
  );
});

test("staff who remove their own text can undo that at once; a dry run offers no undo", async () => {
  const writer = await addStaff(upstream, "moderator");
  const id = await write.article({ authorId: writer, title: "审核员自己写的文章" });
  const own = await staffToken(upstream, writer);
  const body = { items: [{ kind: "article" as const, id }], rule: "spam" };
  expect(
    (await upstream.call(adminContentApi.remove, { body: { ...body, dryRun: true } }, { token: own })).undo,
  ).toBeNull();
  const { undo } = await upstream.call(adminContentApi.remove, { body }, { token: own });
  await upstream.call(adminContentApi.undo, { body: undo ?? { log: [] } }, { token: own });
  expect((await upstream.call(articleApi.get, { params: { id } })).title).toBe("审核员自己写的文章");
});

test("a released change of a public text offers no immediate undo", async () => {
  const id = await article();
  const body = { id, version: 1, title: "一篇改过的文章标题", content: BAD };
  const held = await heldBy(upstream.call(articleApi.update, { body }, { as: alice }));
  expect(await decide([held], "approve")).toBeNull();
});

test("somebody who is no longer staff can undo nothing", async () => {
  const person = await addStaff(upstream, "moderator");
  const theirs = await staffToken(upstream, person);
  const body = { items: [{ id: await question(), version: 1 }], action: "approve" as const };
  const { undo } = await upstream.call(adminReviewApi.decide, { body }, { token: theirs });
  await upstream.services.db.deleteFrom("staff").where("user_id", "=", person).execute();
  expect(await refusalOf(undoReview(undo, theirs))).toMatch(/^FORBIDDEN/);
  await giveRole(upstream, person, "auditor");
  expect(await refusalOf(undoReview(undo, theirs))).toMatch(/^FORBIDDEN/);
});
