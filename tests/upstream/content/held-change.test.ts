import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRewriteApi } from "#app/contract/admin/content/rewrite";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { questionApi } from "#app/contract/content/question";
import { reviewApi } from "#app/contract/moderation/review";
import { historyApi } from "#app/contract/writing/history";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";

const BAD = "跟我兼职刷单";
let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let moderator: string;
let editor: string;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  editor = await staffToken(upstream, await addStaff(upstream, "editor"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

/** Submits something that is held, and returns its id. */
async function hold(work: Promise<unknown>): Promise<number> {
  const { code, data } = await refusal(work);
  expect(code).toBe("CONTENT_HELD");
  return (data as { id: number }).id;
}
const refusal = (work: Promise<unknown>): Promise<CallError> =>
  work.then(
    () => expect.unreachable("was not refused"),
    (error: CallError) => error,
  );
const detail = (id: number) => upstream.call(reviewApi.get, { params: { id } }, { as: alice });
const queued = (id: number) => upstream.call(adminReviewApi.get, { params: { id } }, { token: moderator });
const withdraw = (id: number) => upstream.call(reviewApi.withdraw, { body: { id } }, { as: alice });
async function decide(id: number, action: "approve" | "refuse") {
  const { version } = await queued(id);
  const rule = action === "refuse" ? "spam" : "";
  return upstream.call(
    adminReviewApi.decide,
    { body: { items: [{ id, version }], action, rule } },
    { token: moderator },
  );
}
/** Resubmits a held change as its author has it, with these words. */
async function resubmit(id: number, content: string, more: { baseVersion?: number; reason?: string } = {}) {
  const { version, fields } = await detail(id);
  return upstream.call(reviewApi.put, { body: { ...fields, id, version, content, ...more } }, { as: alice });
}

const TITLE = "一个足够长的标题";
type Kind = "question" | "article" | "answer" | "comment";

/** Publishes a text by Alice. */
async function publish(kind: Kind): Promise<number> {
  if (kind === "article") return write.article({ authorId: alice, title: TITLE });
  if (kind === "question") return write.question({ authorId: alice, title: TITLE });
  if (kind === "answer") {
    const questionId = await write.question({ authorId: bob });
    return (await upstream.call(answerApi.create, { body: { questionId, content: "回答" } }, { as: alice })).id;
  }
  const body = { targetKind: "article" as const, targetId: await write.article({ authorId: bob }), text: "评论" };
  return (await upstream.call(commentApi.add, { body }, { as: alice })).id;
}
function edit(kind: Kind, id: number, version: number, content: string): Promise<unknown> {
  const as = { as: alice };
  if (kind === "comment") return upstream.call(commentEditApi.put, { body: { id, version, text: content } }, as);
  if (kind === "answer") return upstream.call(answerApi.update, { body: { id, version, content } }, as);
  const body = { id, version, title: TITLE, content };
  return kind === "article"
    ? upstream.call(articleApi.update, { body }, as)
    : upstream.call(questionApi.update, { body }, as);
}
async function stored(kind: Kind, id: number): Promise<string> {
  const as = { as: alice };
  if (kind === "comment") return (await upstream.call(commentEditApi.init, { params: { id } }, as)).text;
  const apis = { article: articleApi, question: questionApi, answer: answerApi } as const;
  return (await upstream.call(apis[kind].init, { params: { id } }, as)).content;
}

describe.each(["question", "article", "answer", "comment"] as const)("a held change of a %s", (kind) => {
  test("does not replace what its author has published since, unless they have seen that", async () => {
    const id = await publish(kind);
    const held = await hold(edit(kind, id, 1, BAD));
    await withdraw(held);
    await edit(kind, id, 1, "后来的文字");
    expect(await detail(held)).toMatchObject({
      baseVersion: 1,
      newer: { version: 2, fields: { content: "后来的文字" } },
    });
    for (const words of ["干净的旧文字", BAD]) {
      const refused = await refusal(resubmit(held, words));
      expect(refused).toMatchObject({ code: "CONFLICT", data: { id: held, newer: { version: 2 } } });
    }
    expect(await stored(kind, id)).toBe("后来的文字");

    expect(await resubmit(held, `${BAD}，合并过`, { baseVersion: 2 })).toMatchObject({ state: "waiting" });
    expect(await detail(held)).toMatchObject({ baseVersion: 2, newer: null });
    expect((await decide(held, "approve")).done).toEqual([held]);
    expect(await stored(kind, id)).toBe(`${BAD}，合并过`);
    await expectConsistent(upstream.services.db);
  });

  test("takes the place of another one that waits, when it is resubmitted", async () => {
    const id = await publish(kind);
    const first = await hold(edit(kind, id, 1, BAD));
    await withdraw(first);
    const second = await hold(edit(kind, id, 1, `${BAD}，第二份`));
    expect(await resubmit(first, `${BAD}，又交`)).toMatchObject({ state: "waiting" });
    expect(await detail(second)).toMatchObject({ state: "withdrawn" });
    expect(await detail(first)).toMatchObject({ state: "waiting" });

    await withdraw(first);
    expect(await resubmit(second, `${BAD}，第二份又交`)).toMatchObject({ state: "waiting" });
    expect(await resubmit(first, "干净的第一份")).toMatchObject({ state: "approved", publishedId: id });
    expect(await detail(second)).toMatchObject({ state: "withdrawn" });
    expect((await decide(second, "approve")).failed).toMatchObject([{ id: second, code: "CONFLICT" }]);
    expect(await stored(kind, id)).toBe("干净的第一份");
  });
});

describe("a held change of an article that staff have rewritten since", () => {
  async function rewritten() {
    const id = await publish("article");
    const held = await hold(edit("article", id, 1, `${BAD}，作者改的`));
    const { title, version } = await upstream.call(
      adminRewriteApi.get,
      { params: { kind: "article", id } },
      { token: editor },
    );
    const fields = { content: "同事改好的正文", tags: ["运维"], title, classificationId: null, aiGenerated: false };
    const body = { ...fields, kind: "article" as const, id, version, reason: "分错了类" };
    await upstream.call(adminRewriteApi.put, { body }, { token: editor });
    return { id, held };
  }
  const MESSAGE = expect.stringContaining("原文后来又改过");

  test("is not approved, as it is or edited, and says why; it can be refused, and its author can merge both", async () => {
    const { id, held } = await rewritten();
    expect(await queued(held)).toMatchObject({ obstacle: "outdated" });
    expect(await decide(held, "approve")).toMatchObject({
      done: [],
      failed: [{ id: held, code: "CONFLICT", message: MESSAGE }],
    });
    const edited = { id: held, version: 1, title: TITLE, content: "又改", tags: [] };
    expect(await refusal(upstream.call(adminReviewApi.edit, { body: edited }, { token: moderator }))).toMatchObject({
      code: "CONFLICT",
      message: MESSAGE,
    });
    expect(await detail(held)).toMatchObject({ state: "waiting" });
    expect(await stored("article", id)).toBe("同事改好的正文");

    expect((await decide(held, "refuse")).done).toEqual([held]);
    const { newer } = await detail(held);
    expect(newer).toMatchObject({ version: 2, fields: { content: "同事改好的正文", tags: ["运维"] } });
    expect(await resubmit(held, "两边合并的正文", { baseVersion: 2 })).toMatchObject({ state: "approved" });
    expect(await stored("article", id)).toBe("两边合并的正文");
  });
});

describe("the reason of a held change", () => {
  const REASON = `顺便说说${BAD}`;
  const sent = (id: number, reason: string) =>
    upstream.call(
      articleApi.update,
      { body: { id, version: 1, title: TITLE, content: "干净", reason } },
      { as: alice },
    );
  const reasons = async (id: number) =>
    (await upstream.call(historyApi.list, { params: { kind: "article", id } })).list.map((one) => one.reason);

  test("is reviewed with it, by operators who can read it, as often as it is submitted", async () => {
    const id = await publish("article");
    const held = await hold(sent(id, REASON));
    expect(await detail(held)).toMatchObject({ editReason: REASON });
    expect((await queued(held)).fields).toContainEqual({
      name: "reason",
      parts: [
        { text: "顺便说说跟我", matched: false },
        { text: "兼职刷单", matched: true },
      ],
    });
    expect(await resubmit(held, "干净")).toEqual({ state: "waiting", publishedId: null });
    expect(await reasons(id)).toEqual([]);
    expect((await decide(held, "approve")).done).toEqual([held]);
    expect(await reasons(id)).toContain(REASON);
  });

  test("can be changed by its author, and is published with the text", async () => {
    const id = await publish("article");
    const held = await hold(sent(id, REASON));
    expect(await resubmit(held, "干净", { reason: `${BAD}，又来` })).toMatchObject({ state: "waiting" });
    expect(await detail(held)).toMatchObject({ editReason: `${BAD}，又来` });
    expect(await resubmit(held, "干净", { reason: "补上出处" })).toEqual({ state: "approved", publishedId: id });
    expect(await reasons(id)).toContain("补上出处");
  });
});

test("a change held before its base was recorded is still approved", async () => {
  const id = await publish("article");
  const held = await hold(edit("article", id, 1, BAD));
  const { db } = upstream.services;
  const fields = JSON.stringify({ title: TITLE, content: BAD, tags: [], reason: "" });
  await db.updateTable("reviews").set({ fields }).where("id", "=", held).execute();
  expect(await queued(held)).toMatchObject({ obstacle: null });
  expect((await decide(held, "approve")).done).toEqual([held]);
});
