import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { reviewApi } from "#app/contract/moderation/review";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { refuse, release } from "#tests/upstream/support/decide";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { readUpstreamConfig } from "#upstream/config";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { createWordFilter } from "#upstream/services/moderation/word-filter";

const HOUR = 3_600_000;
const BAD = "跟我兼职刷单";
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let questionId: number;
let articleId: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
  articleId = await write.article({ authorId: bob, title: "放文章的地方在这里" });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + HOUR);
  // A member answers a question once.
  questionId = await write.question({ authorId: bob, title: "放问题的地方在哪里" });
});

const refusal = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => expect.unreachable("was not refused"),
    (error: CallError) => error,
  );
/** Submits something that is held, and returns its id. */
async function hold(work: Promise<unknown>): Promise<number> {
  const { code, data } = await refusal(work);
  expect(code).toBe("CONTENT_HELD");
  return (data as { id: number }).id;
}
const listOf = (as: number, kind?: "question" | "answer" | "article" | "comment") =>
  upstream.call(reviewApi.list, { query: { kind } }, { as });
const detail = (id: number, as = alice) => upstream.call(reviewApi.get, { params: { id } }, { as });
/** A member's notifications, after the undo period. */
const toldOf = async (as: number) => {
  now = new Date(now.getTime() + 10_000);
  return (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list;
};
const as = { as: 0 };
beforeEach(() => {
  as.as = alice;
});

/** All rows except held texts and the caller's session; and search results for the words. */
async function publicState() {
  const { reviews: _, sessions: __, ...rest } = await databaseState(upstream.services.db);
  const { list } = await upstream.call(searchApi.content, { query: { q: "兼职刷单" } });
  return { ...rest, search: list.map(({ kind, id }) => `${kind}/${id}`) };
}

/** Each kind: how it is submitted, its text field, and how it is loaded when public. */
const KINDS = {
  question: {
    send: (words: string) =>
      upstream.call(
        questionApi.create,
        { body: { title: "一个足够长的问题标题", content: words, tags: ["运维"] } },
        as,
      ),
    title: "一个足够长的问题标题",
    read: async (id: number) => (await upstream.call(questionApi.get, { params: { id } })).contentHtml,
  },
  article: {
    send: (words: string) =>
      upstream.call(articleApi.create, { body: { title: "一个足够长的文章标题", content: words } }, as),
    title: "一个足够长的文章标题",
    read: async (id: number) => (await upstream.call(articleApi.get, { params: { id } })).contentHtml,
  },
  answer: {
    send: (words: string) => upstream.call(answerApi.create, { body: { questionId, content: words } }, as),
    title: "放问题的地方在哪里",
    read: async (id: number) => (await upstream.call(answerApi.get, { params: { id } })).contentHtml,
  },
  comment: {
    send: (words: string) =>
      upstream.call(commentApi.add, { body: { targetKind: "article", targetId: articleId, text: words } }, as),
    title: "放文章的地方在这里",
    read: async (id: number) => {
      const { list } = await upstream.call(commentApi.articleList, { query: { articleId } });
      return list.find((one) => one.id === id)?.text ?? "";
    },
  },
} as const;

describe.each(["question", "article", "answer", "comment"] as const)("a held %s", (kind) => {
  const { send, title, read } = KINDS[kind];

  test("is visible to its author alone and changes nothing public", async () => {
    const before = await publicState();
    const id = await hold(send(`${BAD}的经历`));
    expect(await publicState()).toEqual(before);
    expect(await listOf(alice, kind)).toMatchObject([{ id, kind, state: "waiting", title, targetId: null }]);
    expect((await listOf(alice)).map((one) => one.id)).toContain(id);
    expect(await detail(id)).toMatchObject({ fields: { content: `${BAD}的经历` }, version: 1, publishedId: null });
    expect(await listOf(bob)).toEqual([]);
    expect(await refusal(detail(id, bob))).toMatchObject({ code: "NOT_FOUND" });
  });

  test("is named in notifications in plain text, a comment as typed", async () => {
    const id = await hold(send(`说**${BAD}**，见[这里](https://example.com)`));
    const excerpt = kind === "comment" ? `说**${BAD}**，见[这里](https://example.com)` : `说${BAD}，见这里`;
    expect((await listOf(alice, kind)).find((one) => one.id === id)).toMatchObject({ excerpt });
    await refuse(upstream.services, { id, version: 1 }, "");
    expect((await toldOf(alice))[0]?.title).toContain(
      kind === "question" || kind === "article" ? title : excerpt.slice(0, 12),
    );
  });

  test("is published by an operator exactly as read, and once", async () => {
    const id = await hold(send(`${BAD}，被放行`));
    expect(await refusal(release(upstream.services, { id, version: 2 }))).toMatchObject({ code: "CONFLICT" });
    const publishedId = await release(upstream.services, { id, version: 1 });
    expect(await read(publishedId)).toContain("被放行");
    expect((await toldOf(alice))[0]).toMatchObject({
      title: expect.stringContaining("已通过审核"),
      target: { kind, id: publishedId },
    });
    expect(await detail(id)).toMatchObject({ state: "approved", publishedId });
    expect((await listOf(alice, kind)).map((one) => one.id)).not.toContain(id);
    expect(await refusal(release(upstream.services, { id, version: 1 }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(upstream.call(reviewApi.withdraw, { body: { id } }, as))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(upstream.call(reviewApi.remove, { body: { id } }, as))).toMatchObject({ code: "CONFLICT" });
    await expectConsistent(upstream.services.db);
  });

  test("that is refused stays with its author, who can change and resubmit it", async () => {
    const id = await hold(send(`${BAD}，被拒绝`));
    await refuse(upstream.services, { id, version: 1 }, "请不要招揽兼职");
    expect(await detail(id)).toMatchObject({ state: "refused", reason: "请不要招揽兼职", version: 2 });
    expect((await toldOf(alice))[0]).toMatchObject({
      title: expect.stringContaining("没有通过审核"),
      excerpt: "原因：请不要招揽兼职",
    });
    const { version, fields } = await detail(id);
    const held = await upstream.call(reviewApi.put, { body: { ...fields, id, version, content: `${BAD}，再来` } }, as);
    expect(held).toEqual({ state: "waiting", publishedId: null });
    expect(await detail(id)).toMatchObject({ state: "waiting", reason: "", fields: { content: `${BAD}，再来` } });
    const late = upstream.call(reviewApi.put, { body: { ...fields, id, version, content: "晚了" } }, as);
    expect(await refusal(late)).toMatchObject({ code: "CONFLICT", data: { version: version + 1 } });
    const body = { ...fields, id, version: version + 1, content: "好好说话" };
    const { state, publishedId } = await upstream.call(reviewApi.put, { body }, as);
    expect(state).toBe("approved");
    expect(await read(publishedId ?? 0)).toContain("好好说话");
    expect(await refusal(upstream.call(reviewApi.put, { body }, as))).toMatchObject({
      code: "ALREADY_SUBMITTED",
      data: { id: publishedId },
    });
    await expectConsistent(upstream.services.db);
  });

  test("that is withdrawn is no longer the operators', and is gone when discarded", async () => {
    const id = await hold(send(`${BAD}，撤回`));
    await upstream.call(reviewApi.withdraw, { body: { id } }, as);
    await upstream.call(reviewApi.withdraw, { body: { id } }, as);
    expect(await detail(id)).toMatchObject({ state: "withdrawn", fields: { content: `${BAD}，撤回` } });
    expect(await refusal(release(upstream.services, { id, version: 2 }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusal(refuse(upstream.services, { id, version: 2 }, ""))).toMatchObject({ code: "CONFLICT" });
    await upstream.call(reviewApi.remove, { body: { id } }, as);
    expect(await refusal(detail(id))).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a change of what is public", () => {
  const change = (id: number, version: number, content: string) =>
    upstream.call(articleApi.update, { body: { id, version, title: "一篇公开的文章", content } }, as);

  test("is held beside the public text; only the last one waits, and another change replaces it", async () => {
    const id = await write.article({ authorId: alice, title: "一篇公开的文章" });
    const first = await hold(change(id, 1, BAD));
    const second = await hold(change(id, 1, `${BAD}，又改`));
    expect(await refusal(detail(first))).toMatchObject({ code: "NOT_FOUND" });
    expect(await detail(second)).toMatchObject({ targetId: id, fields: { content: `${BAD}，又改` } });
    expect(await KINDS.article.read(id)).not.toContain("刷单");
    expect(await change(id, 1, "干净的改法")).toMatchObject({ version: 2 });
    expect(await detail(second)).toMatchObject({ state: "withdrawn" });
    expect(await refusal(change(id, 1, BAD))).toMatchObject({ code: "CONFLICT", data: { version: 2 } });
    const third = await hold(change(id, 2, `${BAD}，第三次`));
    expect(await release(upstream.services, { id: third, version: 1 })).toBe(id);
    expect(await KINDS.article.read(id)).toContain("第三次");
    await expectConsistent(upstream.services.db);
  });

  test("of a deleted text can't be released", async () => {
    const id = await write.article({ authorId: alice, title: "一篇要删的文章" });
    const held = await hold(change(id, 1, BAD));
    await upstream.call(articleApi.remove, { body: { id } }, as);
    expect(await refusal(release(upstream.services, { id: held, version: 1 }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await detail(held)).toMatchObject({ state: "waiting" });
  });
});

test("an answer under a question that was deleted meanwhile is not released, and its author can still read it", async () => {
  const gone = await write.question({ authorId: bob, title: "一个会被删除的问题" });
  const id = await hold(upstream.call(answerApi.create, { body: { questionId: gone, content: BAD } }, as));
  await upstream.call(questionApi.remove, { body: { id: gone } }, { as: bob });
  expect(await refusal(release(upstream.services, { id, version: 1 }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await detail(id)).toMatchObject({ state: "waiting", place: null, fields: { content: BAD } });
});

test("a closed account leaves nothing in the review queue", async () => {
  const carol = await upstream.addUser("卡萝", "8613800000003");
  as.as = carol;
  const id = await hold(KINDS.article.send(BAD));
  await write.inside((trx) => deleteUser(trx, upstream.services, carol));
  expect(await refusal(release(upstream.services, { id, version: 1 }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await upstream.services.db.selectFrom("reviews").select("id").where("id", "=", id).execute()).toEqual([]);
});

test("the author's counters exclude held texts", async () => {
  const count = async () => (await upstream.call(userApi.baseInfo, { query: { userId: alice } })).articleCount;
  const before = await count();
  await hold(KINDS.article.send(BAD));
  expect(await count()).toBe(before);
});

describe("the words that ship", () => {
  const wordsOf = (APP_MODE: string) =>
    createWordFilter(
      readUpstreamConfig({
        APP_MODE,
        SECRET_KEY: "r7Kx2mQ9vT4wZ8pL3nB6cY1hJ5dF0gSa",
        PUBLIC_ORIGIN: "https://example.com",
      }).sensitiveWordsFile,
    );

  test("are empty in production, and some in the demo", () => {
    expect(wordsOf("production").isEmpty()).toBe(true);
    expect(wordsOf("production").find("代开发票，兼职刷单")).toBeNull();
    expect(wordsOf("demo").isEmpty()).toBe(false);
    expect(wordsOf("demo").find("代开发票")).toMatchObject({ action: "reject" });
  });
});
