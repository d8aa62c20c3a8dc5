import { afterAll, beforeAll, expect, it } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { draftApi } from "#app/contract/writing/draft";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  bob = await upstream.addUser("鲍勃", "8613800000002");
});
afterAll(() => upstream.close());

const put = (target: string, content: string, more: { baseVersion?: number; knownAt?: string | null } = {}) => {
  now = new Date(now.getTime() + 1500);
  return upstream.call(draftApi.put, { body: { target, fields: { content }, ...more } }, { as: alice });
};
const get = (target: string, as = alice) => upstream.call(draftApi.get, { query: { target } }, { as });

it("is visible to its writer alone, one per text and version, and the newest is returned", async () => {
  expect(await get("question/new")).toBeNull();
  const { updatedAt } = await put("question/new", "一");
  expect(await get("question/new")).toMatchObject({
    baseVersion: 0,
    fields: { content: "一", title: "", tags: [] },
    updatedAt,
  });
  expect(await get("question/new", bob)).toBeNull();
  await put("question/new", "二");
  expect(await get("question/new")).toMatchObject({ fields: { content: "二" } });
  await put("question/12", "旧版本上的", { baseVersion: 3 });
  await put("question/12", "新版本上的", { baseVersion: 4 });
  expect(await get("question/12")).toMatchObject({ baseVersion: 4, fields: { content: "新版本上的" } });
  expect(await upstream.call(draftApi.list, {}, { as: alice })).toMatchObject([
    { target: "question/12", baseVersion: 4, excerpt: "新版本上的" },
    { target: "question/new", excerpt: "二", stranded: null },
  ]);
  await upstream.call(draftApi.remove, { body: { target: "question/12" } }, { as: alice });
  expect(await get("question/12")).toBeNull();
});

it("is not overwritten by an editor that does not know of it, which gets the stored draft instead", async () => {
  const first = await put("article/new", "这台电脑", { knownAt: null });
  const second = await put("article/new", "这台电脑上接着写", { knownAt: first.updatedAt });
  await expect(put("article/new", "那台电脑", { knownAt: first.updatedAt })).rejects.toMatchObject({
    code: "CONFLICT",
    data: { fields: { content: "这台电脑上接着写" }, updatedAt: second.updatedAt },
  });
  await expect(put("article/new", "那台电脑", { knownAt: null })).rejects.toMatchObject({ code: "CONFLICT" });
  await put("article/new", "那台电脑");
  expect(await get("article/new")).toMatchObject({ fields: { content: "那台电脑" } });
});

it("is not discarded by a page that has not seen it", async () => {
  const target = "article/31";
  const discard = (knownAt?: string | null) =>
    upstream.call(draftApi.remove, { body: { target, ...(knownAt === undefined ? {} : { knownAt }) } }, { as: alice });
  const first = await put(target, "这台电脑");
  const second = await put(target, "那台电脑上接着写");
  const unseen = { code: "CONFLICT", data: { fields: { content: "那台电脑上接着写" }, updatedAt: second.updatedAt } };
  await expect(discard(first.updatedAt)).rejects.toMatchObject(unseen);
  await expect(discard(null)).rejects.toMatchObject(unseen);
  expect(await get(target)).not.toBeNull();
  await discard(second.updatedAt);
  expect(await get(target)).toBeNull();
  await discard(second.updatedAt);
  await discard(null);
  await put(target, "再写的");
  await discard();
  expect(await get(target)).toBeNull();
});

it("is deleted when its text is published, and kept when publishing fails", async () => {
  const question = { title: "草稿发布之后去哪里", content: "正文", tags: [] };
  await put("question/new", "正文");
  await expect(
    upstream.call(questionApi.create, { body: { ...question, title: "代开发票代开发票" } }, { as: alice }),
  ).rejects.toThrow("CONTENT_REJECTED");
  expect(await get("question/new")).not.toBeNull();
  const { id } = await upstream.call(questionApi.create, { body: question }, { as: alice });
  expect(await get("question/new")).toBeNull();

  await put(`question/${id}`, "改", { baseVersion: 1 });
  await upstream.call(questionApi.update, { body: { ...question, id, version: 1, content: "改" } }, { as: alice });
  expect(await get(`question/${id}`)).toBeNull();
  await put(`question/${id}`, "改", { baseVersion: 1 });
  await expect(
    upstream.call(questionApi.update, { body: { ...question, id, version: 1, content: "晚了" } }, { as: alice }),
  ).rejects.toThrow("CONFLICT");
  expect(await get(`question/${id}`)).not.toBeNull();

  const asked = await createWriter(upstream).question({ authorId: bob });
  await put(`question/${asked}/answer`, "答");
  await upstream.call(answerApi.create, { body: { questionId: asked, content: "答" } }, { as: alice });
  expect(await get(`question/${asked}/answer`)).toBeNull();
});

it("is one of several for new texts, and is deleted alone when its text is published", async () => {
  const slots = ["article/new", "article/new/aaaaaaaaaaaa", "article/new/bbbbbbbbbbbb"];
  for (const slot of slots) await put(slot, slot);
  const article = { title: "三篇里先写完的一篇", content: "正文", tags: [], classificationId: null, coverUrl: null };
  await upstream.call(articleApi.create, { body: { ...article, draft: "aaaaaaaaaaaa" } }, { as: alice });
  expect(await Promise.all(slots.map(async (slot) => (await get(slot))?.fields.content))).toEqual([
    slots[0],
    undefined,
    slots[2],
  ]);
  await upstream.call(articleApi.create, { body: { ...article, title: "没有名字的那一篇" } }, { as: alice });
  expect(await get("article/new")).toBeNull();
  expect(await get("article/new/bbbbbbbbbbbb")).not.toBeNull();
});

it("is kept when another text is published that was written without knowing of it", async () => {
  const article = { title: "在另一台电脑上发布的", content: "正文", tags: [], classificationId: null, coverUrl: null };
  // The limits of the tests before are over.
  now = new Date(now.getTime() + 3_600_000);
  const { updatedAt: seen } = await put("article/new", "电脑上写的");
  await upstream.call(articleApi.create, { body: { ...article, knownDraftAt: null } }, { as: alice });
  expect(await get("article/new")).toMatchObject({ fields: { content: "电脑上写的" } });
  const { updatedAt } = await put("article/new", "手机上接着写的");
  const body = { ...article, title: "只知道前一份草稿的", idempotencyKey: "key-of-a-form-seen-1" };
  const { id } = await upstream.call(articleApi.create, { body: { ...body, knownDraftAt: seen } }, { as: alice });
  expect(await get("article/new")).toMatchObject({ fields: { content: "手机上接着写的" } });
  // The same form again, after its draft was saved once more.
  expect(await upstream.call(articleApi.create, { body: { ...body, knownDraftAt: updatedAt } }, { as: alice })).toEqual(
    {
      id,
    },
  );
  await put(`article/${id}`, "手机上改的", { baseVersion: 1 });
  const changed = { ...article, id, version: 1, content: "电脑上改的", knownDraftAt: null };
  await upstream.call(articleApi.update, { body: changed }, { as: alice });
  expect(await get(`article/${id}`)).toMatchObject({ fields: { content: "手机上改的" } });
  const held = { ...article, content: "跟我兼职刷单" };
  await expect(
    upstream.call(articleApi.create, { body: { ...held, knownDraftAt: seen } }, { as: alice }),
  ).rejects.toMatchObject({ code: "CONTENT_HELD" });
  expect(await get("article/new")).toMatchObject({ fields: { content: "手机上接着写的" } });
  await expect(
    upstream.call(articleApi.create, { body: { ...held, knownDraftAt: updatedAt } }, { as: alice }),
  ).rejects.toMatchObject({ code: "CONTENT_HELD" });
  expect(await get("article/new")).toBeNull();
});

it("is deleted with a text of the same words, even if the author had not seen the draft", async () => {
  const words = { title: "没有脚本时写的", content: "第一段\n\n第二段", tags: ["薄荷"] };
  const article = { ...words, classificationId: null, coverUrl: null, knownDraftAt: null };
  const save = (target: string, fields: typeof words) =>
    upstream.call(draftApi.put, { body: { target, fields } }, { as: alice });
  now = new Date(now.getTime() + 3_600_000);
  await save("article/new", words);
  const { id } = await upstream.call(articleApi.create, { body: article }, { as: alice });
  expect(await get("article/new")).toBeNull();
  let version = 1;
  for (const [name, different] of Object.entries({ title: "另一个标题", content: "第一段", tags: ["土壤"] })) {
    await save(`article/${id}`, { ...words, [name]: different });
    ({ version } = await upstream.call(articleApi.update, { body: { ...article, id, version } }, { as: alice }));
    expect(await get(`article/${id}`), name).not.toBeNull();
  }
  await save(`article/${id}`, words);
  await upstream.call(articleApi.update, { body: { ...article, id, version } }, { as: alice });
  expect(await get(`article/${id}`)).toBeNull();
});

it("must belong to something that can be written, and there is a maximum number", async () => {
  for (const target of [
    "",
    "user/1",
    "answer/new",
    "question/0",
    "question/1/comment",
    "../etc",
    "article/new/",
    "question/new/../x",
  ]) {
    await expect(put(target, "x")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  }
  for (let n = 1; n <= 105; n += 1) {
    await put(`answer/${n}`, "x");
    now = new Date(now.getTime() + 1500);
  }
  const kept = await upstream.services.db.selectFrom("drafts").select("target").where("user_id", "=", alice).execute();
  expect(kept).toHaveLength(100);
  expect(kept).not.toContainEqual({ target: "answer/1" });
});

it("is listed with the text that it belongs to, and with its own text once that is gone", async () => {
  const listed = () => upstream.call(draftApi.list, {}, { as: alice });
  await upstream.services.db.deleteFrom("drafts").where("user_id", "=", alice).execute();
  const question = { title: "答到一半的问题", content: "正文", tags: [] };
  const { id } = await upstream.call(questionApi.create, { body: question }, { as: bob });
  const { id: answerId } = await upstream.call(
    answerApi.create,
    { body: { questionId: id, content: "发布了的回答" } },
    { as: alice },
  );
  const { id: articleId } = await upstream.call(
    articleApi.create,
    { body: { title: "发布了的文章", content: "正文", tags: [] } },
    { as: alice },
  );
  await put("article/new/abcdefgh12", "**重点**：先看[这里](https://example.com)");
  await put(`question/${id}/answer`, "写了一半的回答");
  await put(`answer/${answerId}`, "改了一半的回答", { baseVersion: 1 });
  await put(`article/${articleId}`, "改了一半的文章", { baseVersion: 1 });
  expect(await listed()).toMatchObject([
    { target: `article/${articleId}`, kind: "article", title: "发布了的文章", questionId: null, stranded: null },
    { target: `answer/${answerId}`, kind: "answer", title: question.title, questionId: id, stranded: null },
    { target: `question/${id}/answer`, kind: "answer", title: question.title, questionId: id, stranded: null },
    { target: "article/new/abcdefgh12", kind: "article", title: "", excerpt: "重点：先看这里", stranded: null },
  ]);

  await upstream.services.db
    .updateTable("questions")
    .set({ deleted_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  const gone = (await listed()).filter(({ kind }) => kind === "answer");
  expect(gone).toMatchObject([
    { questionId: null, title: "", stranded: "改了一半的回答" },
    { questionId: null, title: "", stranded: "写了一半的回答" },
  ]);
});

it("of a text in review has the kind of that text, and is stranded once it is gone", async () => {
  const { id } = await upstream.services.db
    .insertInto("reviews")
    .values({
      author_id: alice,
      kind: "article",
      state: "refused",
      word: "",
      fields: JSON.stringify({ title: "送审的", content: "正文", tags: [] }),
      target_id: null,
      version: 1,
      reason: "",
      created_at: now.toISOString(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await put(`held/${id}`, "改了一半");
  const first = async () => (await upstream.call(draftApi.list, {}, { as: alice }))[0];
  expect(await first()).toMatchObject({ target: `held/${id}`, kind: "article", stranded: null });
  await upstream.services.db.deleteFrom("reviews").where("id", "=", id).execute();
  expect(await first()).toMatchObject({ target: `held/${id}`, stranded: "改了一半" });
});
