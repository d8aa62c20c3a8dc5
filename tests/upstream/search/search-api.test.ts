import { afterAll, beforeAll, expect, test } from "vitest";
import { type Runs, searchApi } from "#app/contract/reading/search";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import { insertCase, prepareCase } from "#upstream/modules/case/write";
import { insertText } from "#upstream/modules/content/insert-text";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";
import { createUser } from "#upstream/modules/user/write";

let upstream: TestUpstream;
let authorId: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  authorId = await upstream.addUser("林知远");
});
afterAll(() => upstream.close());

async function addQuestion(title: string, content: string, answers: string[] = []): Promise<number> {
  const { services } = upstream;
  const question = await prepareWritten(services, "question", { authorId, title, content, tags: [] });
  const { id } = await transact(services.db, (trx) => insertQuestion(trx, services, question));
  for (const text of answers) {
    const answer = await prepareAnswer(services, { questionId: id, authorId, content: text });
    await transact(services.db, (trx) => insertAnswer(trx, services, answer));
  }
  return id;
}

async function addArticle(title: string, content: string): Promise<number> {
  const { services } = upstream;
  const fields = { authorId, title, content, classificationId: null, tags: [], cover: null };
  const article = await prepareWritten(services, "article", fields);
  return (await transact(services.db, (trx) => insertText(trx, services, "article", article))).id;
}

async function addCase(title: string, content: string, tags: string[] = []): Promise<number> {
  const { services } = upstream;
  const fields = { title, excerpt: "", content, classificationId: null, tags, cover: null, report: null };
  const one = await prepareCase(services, fields);
  return (await transact(services.db, (trx) => insertCase(trx, services, one))).id;
}

const textOf = (runs: Runs) => runs.map((run) => run.text).join("");
const marked = (runs: Runs) => runs.filter((run) => run.hit).map((run) => run.text);

test("each endpoint searches its own kinds, and a page takes few statements", async () => {
  const articleId = await addArticle("长颈鹿饲养指南", "长颈鹿每天吃三十公斤叶子。");
  const caseId = await addCase("动物园扩建项目", "为长颈鹿加高了门。");
  const questionId = await addQuestion("怎么给体型大的动物量体重？", "想知道办法。", ["长颈鹿要用地磅。"]);
  const article = await upstream.call(searchApi.article, { query: { q: "长颈鹿" } });
  expect(article.list.map((hit) => [hit.kind, hit.id])).toEqual([["article", articleId]]);
  const cases = await upstream.call(searchApi.case, { query: { q: "长颈鹿" } });
  expect(cases.list.map((hit) => [hit.kind, hit.id, hit.author])).toEqual([["case", caseId, null]]);
  const qna = await upstream.call(searchApi.content, { query: { q: "长颈鹿", scope: "qna" } });
  expect(qna.list).toHaveLength(1);
  expect(qna.list[0]).toMatchObject({ kind: "answer", questionId, score: 0, author: { nickname: "林知远" } });
  expect(textOf(qna.list[0]?.title ?? [])).toBe("怎么给体型大的动物量体重？");

  const all = await upstream.measure(searchApi.content, { query: { q: "长颈鹿" } });
  expect(all.data.total).toBe(3);
  expect(all.statements).toBeLessThanOrEqual(10);
  expect(all.dependsOn).toEqual(
    expect.arrayContaining([
      "search",
      `article/${articleId}`,
      `case/${caseId}`,
      `question/${questionId}`,
      `user/${authorId}`,
    ]),
  );
});

test("marks matches in plain text runs", async () => {
  const filler = "这一段讲别的事情，和要找的没有关系。".repeat(30);
  await addArticle(
    "海豚与PostgreSQL的<b>缘分</b>",
    `${filler}\n\n后来我们把 **海豚** 的声呐数据存进 postgres，<script>alert(1)</script> 查询快了十倍。\n\n${filler}`,
  );
  const { list } = await upstream.call(searchApi.article, { query: { q: "海豚 postg" } });
  const [hit] = list;
  expect(textOf(hit?.title ?? [])).toBe("海豚与PostgreSQL的<b>缘分</b>");
  expect(marked(hit?.title ?? [])).toEqual(["海豚", "PostgreSQL"]);
  const snippet = hit?.snippet ?? [];
  expect(marked(snippet)).toEqual(["海豚", "postgres"]);
  expect(textOf(snippet)).toMatch(/^…后来我们把 海豚 的声呐数据存进 postgres，<script>/);
  expect(textOf(snippet).endsWith("…")).toBe(true);
  expect(textOf(snippet).length).toBeLessThan(130);
});

test("a snippet shows the beginning if only the title matches", async () => {
  await addArticle("蜂鸟速写本", "第一页画的是翅膀。".repeat(40));
  const { list } = await upstream.call(searchApi.article, { query: { q: "蜂鸟" } });
  expect(textOf(list[0]?.snippet ?? [])).toMatch(/^第一页画的是翅膀/);
  expect(marked(list[0]?.snippet ?? [])).toEqual([]);
});

test("a question with many matching answers takes two places", async () => {
  const answers = Array.from({ length: 6 }, (_, index) => `企鹅的第${index}个答案，讲讲企鹅。`);
  const id = await addQuestion("企鹅为什么不怕冷？", "看到企鹅在冰上走。", answers);
  const { list, total } = await upstream.call(searchApi.content, { query: { q: "企鹅" } });
  expect(total).toBe(2);
  expect(list[0]).toMatchObject({ kind: "question", id, score: 6, questionId: null });
  expect(list[1]).toMatchObject({ kind: "answer", questionId: id });
});

test("a query that names a tag or an author returns only what the author, tag and period filters allow", async () => {
  const other = await upstream.addUser("海獭的朋友");
  const writer = createWriter(upstream);
  const createdAt = "2020-01-01T00:00:00.000Z";
  const old = await writer.article({ authorId: other, title: "很久以前", content: "正文", tags: ["海獭"], createdAt });
  const recent = await writer.article({ authorId, title: "海獭近况", content: "正文", tags: ["海獭", "观察"] });
  const found = async (q: string, query: object = {}) =>
    (await upstream.call(searchApi.content, { query: { q, ...query } })).list.map(({ id }) => id).sort((a, b) => a - b);
  expect(await found("海獭")).toEqual([old, recent]);
  expect(await found("海獭", { authorId })).toEqual([recent]);
  expect(await found("海獭", { authorId: other })).toEqual([old]);
  expect(await found("海獭", { tag: "观察" })).toEqual([recent]);
  expect(await found("海獭", { period: "year" })).toEqual([recent]);
  expect(await found("海獭", { tag: "没有的" })).toEqual([]);
  expect(await found("海獭的朋友", { period: "year" })).not.toContain(old);
});

test("a search within a tag finds cases with exactly that tag, too", async () => {
  const tagged = await addCase("水獭的河岸改造", "正文", ["河 岸", "SQL"]);
  await addCase("水獭的另一处河岸", "正文", ["河岸线", "sql"]);
  await addCase("水獭与没有标签的河岸", "正文");
  for (const tag of ["河 岸", "SQL"]) {
    const { list } = await upstream.call(searchApi.content, { query: { q: "水獭", tag } });
    expect(list.map(({ kind, id }) => [kind, id])).toEqual([["case", tagged]]);
    expect((await upstream.call(searchApi.case, { query: { q: "水獭", tag } })).total).toBe(1);
  }
});

test("words that occur nowhere are reported as typed, if other words do occur", async () => {
  await addArticle("穿山甲的鳞片", "穿山甲会卷成一团，Node.js 与它无关。");
  const missing = async (q: string, query: object = {}) =>
    (await upstream.call(searchApi.content, { query: { q, ...query } })).missing;
  expect(await missing("穿山甲 QwertyZx")).toEqual(["QwertyZx"]);
  expect(await missing("穿山甲 的 鳞片")).toEqual([]);
  expect(await missing("穿山甲")).toEqual([]);
  expect(await missing("QwertyZx asdfgh1")).toEqual([]);
  expect(await missing("穿山甲 node.js", { scope: "qna" })).toEqual([]);
  for (const word of ["c#", "vs code", "😀"]) expect(await missing(`${word} 穿山甲`)).not.toEqual([]);
  expect(await missing('"message queue" 穿山甲')).toEqual([]);
  // Of the words of a name, which no text mentions, the person is found.
  await addArticle("另一件事", "正文");
  expect(await missing("林知远")).toEqual([]);
});

test("an excluded Latin word is a whole one, in the texts that are read and in those that are not", async () => {
  for (let n = 0; n < 30; n += 1) await addArticle(`水獭教程 ${n}`, "用 JavaScript 写成。");
  const total = async (q: string) => (await upstream.call(searchApi.content, { query: { q } })).total;
  const all = await total("水獭教程");
  expect(all).toBeGreaterThanOrEqual(30);
  expect(await total("水獭教程 -java")).toBe(all);
  expect(await total("水獭教程 -javascript")).toBe(all - 30);
});

test("a person whose name is searched for is found once, together with the texts", async () => {
  const { id: userId } = await transact(upstream.services.db, (trx) =>
    createUser(trx, upstream.services, { nickname: "Ａ 小 明" }),
  );
  const person = async (q: string, query: object = {}) =>
    (await upstream.call(searchApi.content, { query: { q, ...query } })).person;
  expect(await person("a小明")).toMatchObject({ userId, nickname: "Ａ 小 明" });
  expect(await person("a小")).toBeNull();
  expect(await person("a小明", { page: 2 })).toBeNull();
  expect(await person("a小明", { scope: "qna" })).toBeNull();
  expect(await person("\0 ")).toBeNull();
  const { dependsOn } = await upstream.measure(searchApi.content, { query: { q: "a小明" } });
  expect(dependsOn).toEqual(expect.arrayContaining(["users", `user/${userId}`]));
});

test("an empty query has no hits; one that is too long is refused", async () => {
  const empty = { list: [], total: 0, page: 1, pageSize: 20, shownFor: null, missing: [], person: null };
  expect(await upstream.call(searchApi.content, { query: { q: "" } })).toEqual(empty);
  expect(await upstream.call(searchApi.content, { query: { q: "？" } })).toEqual(empty);
  await expect(upstream.call(searchApi.content, { query: { q: "字".repeat(201) } })).rejects.toThrow("INVALID_PARAMS");
});
