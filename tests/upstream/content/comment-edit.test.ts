import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { commentEditApi } from "#app/contract/content/comment-edit";
import { notificationApi } from "#app/contract/notification/notification";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { release } from "#tests/upstream/support/decide";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { findCalled, idsOf } from "#upstream/modules/notification/mentions";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { updateUser } from "#upstream/modules/user/write";

let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let write: Writer;
let author: number;
let named: number;
let article: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  author = await upstream.addUser("写评论的人", "8613800000001");
  named = await upstream.addUser("被叫的人", "8613800000002");
  article = await write.article({ authorId: named });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

const comment = (text: string) => write.comment({ authorId: author, targetKind: "article", targetId: article, text });
const correct = (id: number, version: number, text: string, as = author) =>
  upstream.call(commentEditApi.put, { body: { id, version, text } }, { as });
const rename = (id: number, nickname: string) => {
  const rest = { avatar: "", headline: "", bio: "", company: "", city: "", collectionsPrivate: false };
  return updateUser(upstream.services.db, id, { nickname, ...rest });
};
const shown = async (id: number) => {
  const { list } = await upstream.call(commentApi.articleList, { query: { articleId: article } });
  return list.find((one) => one.id === id);
};

test("a comment's author can edit it, and everybody sees when", async () => {
  const id = await comment("第三种最常用");
  expect(await shown(id)).toMatchObject({ text: "第三种最常用", editedAt: null });
  expect(await upstream.call(commentEditApi.init, { params: { id } }, { as: author })).toEqual({
    id,
    text: "第三种最常用",
    version: 1,
    target: { kind: "article", id: article },
    questionId: null,
    parentId: null,
  });
  now = new Date(now.getTime() + 1000);
  const stamp = await upstream.services.versions.now();
  expect(await correct(id, 1, "第三种最常见")).toMatchObject({ id, text: "第三种最常见", editedAt: now.toISOString() });
  expect(await upstream.services.versions.latest([`article/${article}`])).toBeGreaterThan(stamp);
  expect(await shown(id)).toMatchObject({ text: "第三种最常见", editedAt: now.toISOString() });
  await expectConsistent(upstream.services.db);
});

test("nobody else can edit a comment; an edit of another version is a conflict with the stored text; the same edit twice is one", async () => {
  const id = await comment("原话");
  expect(await codeOf(correct(id, 1, "别人的话", named))).toBe("FORBIDDEN");
  expect(await codeOf(upstream.call(commentEditApi.init, { params: { id } }, { as: named }))).toBe("FORBIDDEN");
  await correct(id, 1, "改过的话");
  await correct(id, 1, "改过的话");
  const late = await correct(id, 1, "又改的话").catch((error: unknown) => error);
  expect(late).toMatchObject({ code: "CONFLICT", data: { id, text: "改过的话", version: 2 } });
  expect(await codeOf(correct(id, 2, " "))).toBe("INVALID_PARAMS");
  await upstream.call(commentApi.remove, { body: { id } }, { as: author });
  expect(await codeOf(correct(id, 2, "删了还改"))).toBe("NOT_FOUND");
});

test("a person newly mentioned by an edit is notified once", async () => {
  const mentions = async () =>
    (await upstream.call(notificationApi.commentList, { query: {} }, { as: named })).list.filter(
      ({ verb }) => verb === "mention",
    ).length;
  const question = await write.question({ authorId: author });
  const id = await write.comment({ authorId: author, targetKind: "question", targetId: question, text: "请看" });
  expect(await mentions()).toBe(0);
  await correct(id, 1, "请看 @被叫的人 ");
  await correct(id, 2, "请再看看 @被叫的人 ");
  now = new Date(now.getTime() + 60_000);
  expect(await mentions()).toBe(1);
});

test("a name is mentioned before dots and dashes as well, unless somebody's name has them", async () => {
  const people = async (text: string) => idsOf(await findCalled(upstream.services.db, text));
  const dotted = await upstream.addUser("点点.");
  const plain = await upstream.addUser("点点");
  expect(await people("@被叫的人...你怎么看")).toEqual([named]);
  expect(await people("@被叫的人-- @被叫的人 @被叫的人·")).toEqual([named]);
  expect(await people("@点点.")).toEqual([dotted]);
  expect(await people("@点点.. @...")).toEqual([plain]);
});

test("an edit that needs review is held, and applied once it is released", async () => {
  const id = await comment("好好说话");
  expect(await codeOf(correct(id, 1, "跟我兼职刷单"))).toBe("CONTENT_HELD");
  expect(await shown(id)).toMatchObject({ text: "好好说话" });
  const held = await upstream.services.db
    .selectFrom("reviews")
    .select(["id", "version"])
    .where("kind", "=", "comment")
    .where("target_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await release(upstream.services, held)).toBe(id);
  expect(await shown(id)).toMatchObject({ text: "跟我兼职刷单" });
});

test("URLs in comments become links: our own directly, others through the warning page", async () => {
  const { publicOrigin } = upstream.services.config;
  const text = `见 https://example.com/a?b=1，和（${publicOrigin}/article/5）。javascript:alert(1) ftp://x.y http://u:p@z.w`;
  const { links = [] } = (await shown(await comment(text))) ?? {};
  expect(links.map(({ from, to, href }) => [text.slice(from, to), href])).toEqual([
    ["https://example.com/a?b=1", `/link?to=${encodeURIComponent("https://example.com/a?b=1")}`],
    [`${publicOrigin}/article/5`, "/article/5"],
  ]);
  expect(await shown(await comment("没有地址"))).not.toHaveProperty("links");
});

test("people called in comments become links to them, whatever they or others are called later", async () => {
  const ofPeople = async (id: number) => {
    const { text = "", links = [] } = (await shown(id)) ?? {};
    return links.map(({ from, to, href }) => [text.slice(from, to), href]);
  };
  const url = "https://example.com/@被叫的人";
  const id = await comment(`@被叫的人...你看 ${url} 还有 @没有的人 @被叫的人 `);
  expect(await ofPeople(id)).toEqual([
    ["@被叫的人", `/u/${named}`],
    ["https://example.com/@", `/link?to=${encodeURIComponent("https://example.com/@")}`],
    ["@被叫的人", `/u/${named}`],
  ]);
  const twins = [await upstream.addUser("同名的人"), await upstream.addUser("同名的人")];
  expect(await ofPeople(await comment("@同名的人 你们好"))).toEqual([]);
  await rename(twins[0] as number, "改了名的人");
  expect(await ofPeople(await comment("@同名的人 你好"))).toEqual([["@同名的人", `/u/${twins[1]}`]]);
  await rename(named, "换了名的人");
  await rename(twins[0] as number, "被叫的人");
  expect(await ofPeople(id)).toContainEqual(["@被叫的人", `/u/${named}`]);
  await rename(twins[0] as number, "改了名的人");
  await rename(named, "被叫的人");
  const closed = await upstream.addUser("要走的人");
  const farewell = await comment("@要走的人 再见");
  expect(await ofPeople(farewell)).toEqual([["@要走的人", `/u/${closed}`]]);
  await transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, closed));
  expect(await ofPeople(farewell)).toEqual([]);
});

test.each([
  ["https://zh.wikipedia.org/wiki/Go_(lang) (https://a.example/b_(c)).", "…/wiki/Go_(lang) …/b_(c)"],
  ["(https://a.example/d(e)f) (https://a.example/b_((c))).", "…/d(e)f …/b_((c))"],
  ["https://a.example/b)(c) (https://a.example/b(c.).)", "…/b)(c) …/b(c.)"],
  ["https://a.example/watch?v=dQw4w9WgXc_ https://a.example/~ https://a.example/*.", "…/watch?v=dQw4w9WgXc_ …/~ …/*"],
])("addresses in the comment %s end before the sentence's marks", async (words, expected) => {
  const found = (await shown(await comment(words)))?.links?.map(({ from, to }) => words.slice(from, to));
  expect(found?.map((each) => each.replace(/https:\/\/[^/]+/, "…")).join(" ")).toBe(expected);
});
