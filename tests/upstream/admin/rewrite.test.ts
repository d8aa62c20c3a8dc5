import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminRewriteApi, type RewrittenKind } from "#app/contract/admin/content/rewrite";
import { auditApi } from "#app/contract/admin/system/audit";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import type { CallInput } from "#app/contract/endpoint";
import { notificationApi } from "#app/contract/notification/notification";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { createClassification } from "#upstream/modules/classification/write";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let write: Writer;
let author: number;
let token: string;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  token = await staffToken(upstream, await addStaff(upstream, "editor"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

type Change = Partial<CallInput<typeof adminRewriteApi.put>["body"]>;

const stored = (kind: RewrittenKind, id: number) =>
  upstream.call(adminRewriteApi.get, { params: { kind, id } }, { token: owner });
async function rewrite(kind: RewrittenKind, id: number, change: Change, as = token) {
  const { name: _, owner: __, classifications: ___, ...fields } = await stored(kind, id);
  const body = { ...fields, kind, id, reason: "放错了地方", ...change };
  return upstream.call(adminRewriteApi.put, { body }, { token: as });
}
const refusal = (promise: Promise<unknown>) => promise.then(() => "SUCCESS").catch((error) => error);
const lastEntry = async () =>
  (await upstream.call(auditApi.list, { query: { pageSize: 1 } }, { token: owner })).list[0];
const messages = async () =>
  (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: author })).list;
const hits = async (q: string) => (await upstream.call(searchApi.content, { query: { q } })).total;
const addClass = (name: string) =>
  transact(upstream.services.db, (trx) => createClassification(trx, { kind: "article", name, position: 1 })).then(
    ({ id }) => id,
  );

test("an article gets another classification and other words; its author reads the reason; the log has the change and can undo it", async () => {
  const { db } = upstream.services;
  const [wrong, right] = [await addClass("闲谈"), await addClass("会议")];
  const id = await write.article({ authorId: author, title: "水仙怎么养", classificationId: wrong });
  const { content } = await stored("article", id);
  expect((await stored("article", id)).classifications.map(({ name }) => name)).toEqual(["闲谈", "会议"]);
  const change = { title: "蝴蝶兰怎么养", classificationId: right, tags: ["园艺"], aiGenerated: true };
  expect(await rewrite("article", id, change)).toEqual({ version: 2 });
  const read = () => upstream.call(articleApi.get, { params: { id } });
  expect(await read()).toMatchObject({
    title: "蝴蝶兰怎么养",
    tags: ["园艺"],
    aiGenerated: true,
    version: 2,
    author: { userId: author },
    classification: { id: right },
  });
  expect([await hits("水仙"), await hits("蝴蝶兰")]).toEqual([0, 1]);
  expect((await stored("article", id)).content).toBe(content);
  expect(await messages()).toMatchObject([
    { title: "你的文章「蝴蝶兰怎么养」由工作人员作了修改", excerpt: expect.stringContaining("原因：放错了地方。") },
  ]);
  await expectConsistent(db);
  const entry = await lastEntry();
  const detail = await upstream.call(auditApi.get, { params: { id: entry?.id ?? 0 } }, { token: owner });
  expect(detail.before).toMatchObject({ version: 1, title: "水仙怎么养", classificationId: wrong, aiGenerated: false });
  expect(detail.before).not.toHaveProperty("content");
  expect(detail.after).toMatchObject({ version: 2, ...change });
  await upstream.call(auditApi.undo, { body: { id: entry?.id ?? 0 } }, { token: owner });
  expect(await read()).toMatchObject({ title: "水仙怎么养", classification: { id: wrong }, version: 3 });
  expect(await messages()).toEqual([]);
  await expectConsistent(db);
});

test("questions and answers can be rewritten alike; fields that a kind lacks are ignored", async () => {
  const question = await write.question({ authorId: author, title: "怎样存放会议记录", tags: [] });
  await rewrite("question", question, { tags: ["协作"], classificationId: 999 });
  expect(await upstream.call(questionApi.get, { params: { id: question } })).toMatchObject({ tags: ["协作"] });
  const answer = await write.answer({ authorId: author, questionId: question, content: "先分年，再分月。" });
  await rewrite("answer", answer, { content: "先分年，再分**月**。", title: "没有标题" });
  const { list } = await upstream.call(answerApi.list, { query: { questionId: question } });
  expect(list[0]?.contentHtml).toContain("<strong>月</strong>");
  await expectConsistent(upstream.services.db);
});

test("an invalid, outdated, unchanged or removed text, or a caller without the permission, changes nothing", async () => {
  const { db } = upstream.services;
  const id = await write.article({ authorId: author, title: "开会的学问" });
  const off = await write.article({ authorId: author, title: "删掉的" });
  const auditor = await staffToken(upstream, await addStaff(upstream, "auditor"));
  await write.inside((trx) => softDelete(trx, upstream.services, "article", off));
  const { name: _, owner: __, classifications: ___, ...fields } = await stored("article", id);
  const body = { ...fields, kind: "article" as const, id: off, reason: "放错了地方" };
  const before = await databaseState(db);
  expect(await refusal(rewrite("article", id, { title: "" }))).toMatchObject({
    code: "INVALID_PARAMS",
    data: { fields: { title: expect.any(String) } },
  });
  expect(await refusal(rewrite("article", id, { classificationId: 999 }))).toMatchObject({
    code: "INVALID_PARAMS",
    data: { fields: { classificationId: "请选择列表中的分类" } },
  });
  expect(await refusal(rewrite("article", id, { reason: "" }))).toMatchObject({ code: "INVALID_PARAMS" });
  expect(await refusal(rewrite("article", id, { version: 9, title: "别的一个题目" }))).toMatchObject({
    code: "CONFLICT",
  });
  expect(await refusal(rewrite("article", id, {}))).toMatchObject({
    code: "INVALID_PARAMS",
    data: { fields: { content: "和现在的一样，没有改动" } },
  });
  expect(await refusal(rewrite("article", id, { title: "别的题目" }, auditor))).toMatchObject({ code: "FORBIDDEN" });
  expect(await refusal(upstream.call(adminRewriteApi.put, { body }, { token }))).toMatchObject({ code: "NOT_FOUND" });
  expect(await databaseState(db)).toEqual(before);
});

describe("many at once", () => {
  type Sorting = Omit<CallInput<typeof adminRewriteApi.sort>["body"], "reason">;
  const sort = (body: Sorting, as = token) =>
    upstream.call(adminRewriteApi.sort, { body: { reason: "放错了地方", ...body } }, { token: as });
  const articles = (ids: readonly number[]) => ids.map((id) => ({ kind: "article" as const, id }));

  test("articles get another classification, and lose and get tags, each with a log row, a message and an undo", async () => {
    const { db } = upstream.services;
    const [wrong, right] = [await addClass("随笔"), await addClass("流程")];
    const tags = ["闲聊", "会议"];
    const first = await write.article({ authorId: author, title: "第一篇流程", classificationId: wrong, tags });
    const second = await write.article({ authorId: author, title: "第二篇流程", tags: ["复盘"] });
    const sorting = { classificationId: right, addTags: ["复盘"], removeTags: ["闲聊"] };
    const told = (await messages()).length;
    const before = await databaseState(db);
    const items = articles([first, second]);
    expect(await sort({ items, ...sorting, dryRun: true })).toEqual({ done: items, failed: [] });
    expect(await databaseState(db)).toEqual(before);

    expect(await sort({ items, ...sorting })).toEqual({ done: items, failed: [] });
    expect(await stored("article", first)).toMatchObject({
      classificationId: right,
      tags: ["会议", "复盘"],
      version: 2,
    });
    expect(await stored("article", second)).toMatchObject({ classificationId: right, tags: ["复盘"], version: 2 });
    await expectConsistent(db);
    expect(await messages()).toHaveLength(told + 2);
    expect(await sort({ items, ...sorting })).toMatchObject({
      done: [],
      failed: items.map((item) => ({ ...item, code: "CONFLICT", message: "本来就是这样，没有改动" })),
    });

    const { list } = await upstream.call(auditApi.list, { query: { pageSize: 2 } }, { token: owner });
    expect(list).toMatchObject(
      [second, first].map((id) => ({ action: "content.rewrite", target: String(id), reason: "放错了地方" })),
    );
    for (const { id } of list) await upstream.call(auditApi.undo, { body: { id } }, { token: owner });
    expect(await stored("article", first)).toMatchObject({ classificationId: wrong, tags });
    expect(await stored("article", second)).toMatchObject({ classificationId: null, tags: ["复盘"] });
    expect(await messages()).toHaveLength(told);
    await expectConsistent(db);
  });

  test("a refusal for one does not stop the others, and tags that look the same are one tag", async () => {
    const full = await write.article({ authorId: author, title: "标签已经满了", tags: ["甲", "乙", "丙", "丁", "戊"] });
    const open = await write.article({ authorId: author, title: "还有地方加标签", tags: ["Vue"] });
    const gone = await write.article({ authorId: author, title: "已经不在站上" });
    const question = await write.question({ authorId: author, title: "问题没有分类", tags: ["vue"] });
    await write.inside((trx) => softDelete(trx, upstream.services, "article", gone));
    const result = await sort({ items: articles([full, open, gone]), addTags: ["流程"], removeTags: ["ｖｕｅ"] });
    expect(result).toMatchObject({
      done: articles([open]),
      failed: [
        { id: full, code: "INVALID_PARAMS", message: "最多5个标签" },
        { id: gone, code: "NOT_FOUND" },
      ],
    });
    expect(await stored("article", open)).toMatchObject({ tags: ["流程"] });
    expect(
      await sort({ items: [{ kind: "question", id: question }], addTags: ["VUE"], classificationId: null }),
    ).toMatchObject({ done: [], failed: [{ id: question, code: "CONFLICT" }] });
    await expectConsistent(upstream.services.db);
  });

  test("an empty request, a missing classification or a caller without the permission changes nothing", async () => {
    const { db } = upstream.services;
    const items = articles([await write.article({ authorId: author, title: "留在原处的文章" })]);
    const auditor = await staffToken(upstream, await addStaff(upstream, "auditor"));
    const before = await databaseState(db);
    expect(await refusal(sort({ items }))).toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { addTags: "请选择分类，或写下要加、要去的标签" } },
    });
    expect(await refusal(sort({ items, classificationId: 999 }))).toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { classificationId: "请选择列表中的分类" } },
    });
    expect(await refusal(sort({ items, addTags: ["流程"] }, auditor))).toMatchObject({ code: "FORBIDDEN" });
    expect(await databaseState(db)).toEqual(before);
  });

  test("the classifications offered are those of the kind that are not hidden", async () => {
    const choices = (kind: "article" | "question") =>
      upstream.call(adminRewriteApi.choices, { params: { kind } }, { token });
    const id = await addClass("可以选的");
    expect(await choices("article")).toContainEqual({ id, name: "可以选的" });
    expect(await choices("question")).toEqual([]);
  });
});

test("a missing cover does not block a rewrite, and staff who rewrite their own text notify nobody", async () => {
  const { db } = upstream.services;
  const id = await write.article({ authorId: author, title: "有封面的" });
  const cover = JSON.stringify({ url: "/files/gone.webp", width: 8, height: 8 });
  await db.updateTable("articles").set({ cover }).where("id", "=", id).execute();
  await rewrite("article", id, { title: "有过封面的" });
  expect(await upstream.call(articleApi.get, { params: { id } })).toMatchObject({ title: "有过封面的" });
  const editor = await addStaff(upstream, "editor");
  const own = await write.article({ authorId: editor, title: "编辑自己的" });
  await rewrite("article", own, { title: "编辑自己改的" }, await staffToken(upstream, editor));
  expect((await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: editor })).list).toEqual([]);
});

test("a text that shows an uploaded picture can be rewritten", async () => {
  const content = `![](/oss/content/202601/${"a".repeat(32)}.png)`;
  const id = await write.article({ authorId: author, content });
  expect(await rewrite("article", id, { title: "换了标题的文章" })).toEqual({ version: 2 });
});
