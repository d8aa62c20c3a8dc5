import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminVersionApi, type RevertedKind } from "#app/contract/admin/content/version";
import { auditApi } from "#app/contract/admin/system/audit";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { caseApi } from "#app/contract/content/case";
import { questionApi } from "#app/contract/content/question";
import { VERSIONS_KEPT } from "#app/contract/limits";
import { notificationApi } from "#app/contract/notification/notification";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { createClassification, removeClassification } from "#upstream/modules/classification/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { purgeDeleted } from "#upstream/modules/trash/purge";

const DAY = 86_400_000;
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let moderator: number;
let token: string;
let owner: string;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写的人", "8613800000001");
  moderator = await addStaff(upstream, "moderator");
  token = await staffToken(upstream, moderator);
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

const versions = (kind: RevertedKind, id: number) =>
  upstream.call(adminVersionApi.list, { params: { kind, id } }, { token });
const seen = (kind: RevertedKind, id: number, version: number) =>
  upstream.call(adminVersionApi.get, { params: { kind, id, version } }, { token });
const revert = (kind: RevertedKind, id: number, version: number, present: number, as = token) =>
  upstream.call(adminVersionApi.revert, { body: { kind, id, version, present, reason: "改成了广告" } }, { token: as });
const lastEntry = async () =>
  (await upstream.call(auditApi.list, { query: { pageSize: 1 } }, { token: owner })).list[0];
const undo = (id = 0) => upstream.call(auditApi.undo, { body: { id } }, { token: owner });
const messages = async () =>
  (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: author })).list.map(
    ({ title }) => title,
  );
const hits = async (q: string) => (await upstream.call(searchApi.content, { query: { q } })).total;

const FIRST = { title: "怎样存放会议记录", content: "放在**共享盘**里，按季度归档。", tags: ["协作"] };
const editQuestion = (id: number, version: number, fields: object) =>
  upstream.call(questionApi.update, { body: { ...FIRST, aiGenerated: false, id, version, ...fields } }, { as: author });

test("an unchanged text has no versions; each change stores the one before, with its author and time", async () => {
  const id = await write.question({ ...FIRST, authorId: author });
  const written = now.toISOString();
  expect(await versions("question", id)).toEqual({ version: 1, list: [] });
  now = new Date(now.getTime() + 1000);
  await editQuestion(id, 1, { title: "怎样存放很多会议记录" });
  await editQuestion(id, 2, { content: "都是我的经验。", tags: [] });
  // Saving the same again creates no version.
  await editQuestion(id, 2, { content: "都是我的经验。", tags: [] });
  const { version, list } = await versions("question", id);
  expect(version).toBe(3);
  expect(list.map((one) => [one.version, one.name, one.by?.userId])).toEqual([
    [3, FIRST.title, author],
    [2, "怎样存放很多会议记录", author],
    [1, FIRST.title, author],
  ]);
  expect(list.at(-1)?.at).toBe(written);
  const one = await seen("question", id, 1);
  expect(one.fields).toMatchObject(FIRST);
  expect(one.present).toMatchObject({ content: "都是我的经验。", tags: [] });
  expect(one.contentHtml).toContain("<strong>共享盘</strong>");
  expect(await codeOf(seen("question", id, 9))).toBe("NOT_FOUND");
});

test("an earlier version is restored with everything that shows it, its author is notified, and it can be undone", async () => {
  const id = await write.question({ ...FIRST, title: "茉莉花怎么过冬", authorId: author });
  await editQuestion(id, 1, { title: "一起来买紫砂壶", content: "紫砂壶真好。", tags: ["紫砂壶"] });
  expect([await hits("茉莉花"), await hits("紫砂壶")]).toEqual([0, 1]);
  expect(await codeOf(revert("question", id, 1, 1))).toBe("CONFLICT");
  expect(await codeOf(revert("question", id, 2, 2))).toBe("CONFLICT");
  const stamp = await upstream.services.versions.now();
  expect(await revert("question", id, 1, 2)).toEqual({ version: 3 });
  expect(await upstream.services.versions.latest([`question/${id}`])).toBeGreaterThan(stamp);
  const read = () => upstream.call(questionApi.get, { params: { id } });
  expect(await read()).toMatchObject({ title: "茉莉花怎么过冬", tags: ["协作"], version: 3 });
  expect([await hits("茉莉花"), await hits("紫砂壶")]).toEqual([1, 0]);
  expect(await messages()).toEqual(["你的提问「茉莉花怎么过冬」已恢复到较早的版本"]);
  expect((await versions("question", id)).list[0]).toMatchObject({ version: 3, by: { userId: moderator } });
  await expectConsistent(upstream.services.db);
  const entry = await lastEntry();
  expect(entry).toMatchObject({ action: "content.revert", target: String(id), reason: "改成了广告" });
  await undo(entry?.id);
  expect(await read()).toMatchObject({ title: "一起来买紫砂壶", tags: ["紫砂壶"], version: 4 });
  expect(await messages()).toEqual([]);
  await expectConsistent(upstream.services.db);
  // Its author continues from there, and then the log can't undo it.
  await revert("question", id, 1, 4);
  await editQuestion(id, 5, { title: "茉莉花怎么过夏" });
  expect(await codeOf(undo((await lastEntry())?.id))).toBe("CONFLICT");
});

test("answers, articles and cases have versions as well; an article loses a classification that is gone", async () => {
  const { db } = upstream.services;
  const question = await write.question({ ...FIRST, authorId: author });
  const answer = await write.answer({ authorId: author, questionId: question, content: "先分年，再分月。" });
  await upstream.call(
    answerApi.update,
    { body: { id: answer, version: 1, content: "别的话", aiGenerated: false } },
    { as: author },
  );
  await revert("answer", answer, 1, 2);
  const answers = await upstream.call(answerApi.list, { query: { questionId: question } });
  expect(answers.list[0]?.contentHtml).toContain("先分年");

  const inClass = await transact(db, (trx) =>
    createClassification(trx, { kind: "article", name: "会议", position: 1 }).then(({ id }) => id),
  );
  const article = await write.article({ authorId: author, title: "开会的学问", classificationId: inClass });
  const fields = { title: "开会的坏处", content: "别的话", tags: [], aiGenerated: false };
  await upstream.call(articleApi.update, { body: { id: article, version: 1, ...fields } }, { as: author });
  await transact(db, (trx) => removeClassification(trx, inClass));
  await revert("article", article, 1, 2);
  expect(await upstream.call(articleApi.get, { params: { id: article } })).toMatchObject({
    title: "开会的学问",
    classification: null,
  });

  const body = { title: "一家奶茶店", content: "第一版。" };
  const { id } = await upstream.call(adminCaseApi.add, { body }, { token: owner });
  await upstream.call(adminCaseApi.put, { body: { ...body, id, version: 1, content: "写坏了。" } }, { token: owner });
  await revert("case", id, 1, 2);
  expect((await upstream.call(caseApi.get, { params: { id } })).contentHtml).toContain("第一版");
  await undo((await lastEntry())?.id);
  expect((await upstream.call(caseApi.get, { params: { id } })).contentHtml).toContain("写坏了");
  await expectConsistent(db);
});

test("staff who may only read change nothing", async () => {
  const id = await write.question({ ...FIRST, authorId: author });
  await editQuestion(id, 1, { content: "改了" });
  const auditor = await staffToken(upstream, await addStaff(upstream, "auditor"));
  const before = await databaseState(upstream.services.db);
  expect(await codeOf(revert("question", id, 1, 2, auditor))).toBe("FORBIDDEN");
  expect(await databaseState(upstream.services.db)).toEqual(before);
});

test("the newest fifty versions are kept, those of purged texts are deleted, and a refused change stores none", async () => {
  const { db } = upstream.services;
  const id = await write.question({ ...FIRST, authorId: author });
  for (let version = 1; version <= VERSIONS_KEPT + 2; version += 1) {
    await db.deleteFrom("rate_limits").execute();
    await editQuestion(id, version, { content: `第 ${version} 次改` });
  }
  const { list } = await versions("question", id);
  expect(list).toHaveLength(VERSIONS_KEPT);
  expect([list[0]?.version, list.at(-1)?.version]).toEqual([VERSIONS_KEPT + 3, 4]);
  const before = await databaseState(db);
  expect(await codeOf(editQuestion(id, 7, { content: "过时的修改" }))).toBe("CONFLICT");
  expect((await databaseState(db)).text_versions).toBe(before.text_versions);
  await write.inside((trx) => softDelete(trx, upstream.services, "question", id));
  expect(await codeOf(revert("question", id, 4, VERSIONS_KEPT + 3))).toBe("CONFLICT");
  now = new Date(now.getTime() + 31 * DAY);
  await purgeDeleted(upstream.services);
  const left = await db.selectFrom("text_versions").selectAll().where("item_id", "=", id).execute();
  expect(left.filter(({ kind }) => kind === "question")).toEqual([]);
});
