import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminVersionApi } from "#app/contract/admin/content/version";
import { auditApi } from "#app/contract/admin/system/audit";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { type HistoryKind, historyApi } from "#app/contract/writing/history";
import { release } from "#tests/upstream/support/decide";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { deleteUser } from "#upstream/modules/user/delete-user";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let reader: number;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  reader = await upstream.addUser("读的人", "8613800000002");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

type As = { as?: number };
const list = (kind: HistoryKind, id: number, who: As = {}) =>
  upstream.call(historyApi.list, { params: { kind, id } }, who);
const get = (kind: HistoryKind, id: number, version: number, who: As = {}) =>
  upstream.call(historyApi.get, { params: { kind, id, version } }, who);
const hide = (id: number, version: number, hidden: boolean, as = author) =>
  upstream.call(historyApi.hide, { body: { kind: "question", id, version, hidden } }, { as });

const FIRST = { title: "怎样存放会议记录", content: "放在**共享盘**里。", tags: ["协作"] };
const edit = (id: number, version: number, fields: object) =>
  upstream.call(questionApi.update, { body: { ...FIRST, aiGenerated: false, id, version, ...fields } }, { as: author });

test("everybody can read when a text was changed, why, and the earlier version", async () => {
  const id = await write.question({ ...FIRST, authorId: author });
  expect(await list("question", id)).toMatchObject({ version: 1, mine: false, list: [] });
  now = new Date(now.getTime() + 1000);
  await edit(id, 1, { content: "放在知识库里。", reason: "换了地方" });
  const { title, list: edits } = await list("question", id);
  expect(title).toBe(FIRST.title);
  expect(edits).toMatchObject([
    { version: 2, by: "author", reason: "换了地方", hiddenBy: null, readable: true, at: now.toISOString() },
    { version: 1, by: "author", reason: "", readable: true },
  ]);
  const changed = await get("question", id, 2);
  expect(changed.words).toEqual({ ...FIRST, content: "放在知识库里。", aiGenerated: false });
  expect(changed.before).toMatchObject({ version: 1, words: FIRST });
  const first = await get("question", id, 1);
  expect(first.before).toBeNull();
  expect(first.contentHtml).toContain("<strong>共享盘</strong>");
  expect(await codeOf(get("question", id, 3))).toBe("NOT_FOUND");
});

test("an answer's history is titled by its question, an article's by its own title", async () => {
  const question = await write.question({ ...FIRST, authorId: reader });
  const answer = await write.answer({ authorId: author, questionId: question });
  const body = { id: answer, version: 1, content: "先写过程，再写结论。", aiGenerated: false, reason: "反了" };
  await upstream.call(answerApi.update, { body }, { as: author });
  expect(await list("answer", answer)).toMatchObject({ title: FIRST.title, questionId: question, version: 2 });
  expect((await get("answer", answer, 2)).words).toEqual({ content: body.content, aiGenerated: false });
  const article = await write.article({ authorId: author });
  const fields = { title: "周报的写法", content: "改过的正文", tags: [], aiGenerated: false };
  await upstream.call(articleApi.update, { body: { id: article, version: 1, ...fields } }, { as: author });
  expect((await list("article", article)).list).toMatchObject([{ reason: "" }, { version: 1 }]);
  await write.inside((trx) => softDelete(trx, upstream.services, "question", question));
  expect(await codeOf(list("answer", answer))).toBe("NOT_FOUND");
});

test("an author can hide an earlier version and show it again; nobody else can, and the current version can't be hidden", async () => {
  const id = await write.question({ ...FIRST, authorId: author, content: "我的电话是 13800000000" });
  await edit(id, 1, { content: "请留言。", reason: "去掉电话" });
  expect(await codeOf(hide(id, 1, true, reader))).toBe("FORBIDDEN");
  expect(await codeOf(hide(id, 2, true))).toBe("CONFLICT");
  expect(await codeOf(hide(id, 9, true))).toBe("NOT_FOUND");
  const stamp = await upstream.services.versions.now();
  await hide(id, 1, true);
  expect(await upstream.services.versions.latest([`question/${id}`])).toBeGreaterThan(stamp);
  expect((await list("question", id)).list[1]).toMatchObject({ hiddenBy: "author", readable: false });
  expect(await codeOf(get("question", id, 1))).toBe("NOT_FOUND");
  expect((await get("question", id, 2)).before).toBeNull();
  expect((await get("question", id, 1, { as: author })).words.content).toContain("138");
  expect((await get("question", id, 2, { as: author })).before).toMatchObject({ version: 1 });
  await hide(id, 1, false);
  expect((await get("question", id, 1)).words.content).toContain("138");
});

test("versions replaced by a revert of staff are hidden from readers, and shown again if that is undone", async () => {
  const id = await write.question({ ...FIRST, authorId: author });
  await edit(id, 1, { content: "一起来买紫砂壶。" });
  await hide(id, 1, true);
  await edit(id, 2, { content: "一起来买很多紫砂壶。" });
  const body = { kind: "question", id, version: 1, present: 3, reason: "改成了广告" } as const;
  await upstream.call(adminVersionApi.revert, { body }, { token: owner });
  const states = async () =>
    (await list("question", id)).list.map(({ version, by, hiddenBy }) => [version, by, hiddenBy]);
  expect(await states()).toEqual([
    [4, "staff", null],
    [3, "author", "staff"],
    [2, "author", "staff"],
    [1, "author", "author"],
  ]);
  expect(await codeOf(hide(id, 2, false))).toBe("FORBIDDEN");
  expect(await codeOf(get("question", id, 3))).toBe("NOT_FOUND");
  const [entry] = (await upstream.call(auditApi.list, { query: { pageSize: 1 } }, { token: owner })).list;
  await upstream.call(auditApi.undo, { body: { id: entry?.id ?? 0 } }, { token: owner });
  expect(await states()).toEqual([
    [5, "staff", null],
    [4, "staff", null],
    [3, "author", null],
    [2, "author", null],
    [1, "author", "author"],
  ]);
});

test("the reason for a held change is published with it, and a sensitive word in a reason is refused", async () => {
  const id = await write.question({ ...FIRST, authorId: author });
  expect(await codeOf(edit(id, 1, { content: "跟我兼职刷单", reason: "补充" }))).toBe("CONTENT_HELD");
  const held = await upstream.services.db
    .selectFrom("reviews")
    .select(["id", "version"])
    .where("target_id", "=", id)
    .executeTakeFirstOrThrow();
  await release(upstream.services, held);
  expect((await list("question", id)).list[0]).toMatchObject({ version: 2, reason: "补充" });
  expect(await codeOf(edit(id, 2, { content: "别的", reason: "兼职刷单" }))).toBe("CONTENT_HELD");
  expect(await codeOf(edit(id, 2, { content: "别的", reason: "长".repeat(101) }))).toBe("INVALID_PARAMS");
});

test("no earlier version of a closed account's texts remains", async () => {
  const leaving = await upstream.addUser("离开的人", "8613800000003");
  const id = await write.question({ ...FIRST, authorId: leaving });
  const body = { ...FIRST, content: "改", aiGenerated: false, id, version: 1 };
  await upstream.call(questionApi.update, { body }, { as: leaving });
  await write.inside((trx) => deleteUser(trx, upstream.services, leaving));
  expect(await list("question", id)).toMatchObject({ version: 2, list: [] });
});
