import { afterAll, beforeAll, expect, it } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { articleApi } from "#app/contract/content/article";
import { reportApi } from "#app/contract/moderation/report";
import { suggestApi } from "#app/contract/reading/suggest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { setUserFollow } from "#upstream/modules/follow/write";
import { claimName } from "#upstream/modules/user/claim-name";
import { deleteUser } from "#upstream/modules/user/delete-user";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
  alice = await upstream.addUser("林致远");
  bob = await upstream.addUser("林小雨");
});
afterAll(() => upstream.close());

it("similar questions are suggested while a title is typed", async () => {
  const id = await write.question({ authorId: bob, title: "数据库迁移怎样做到不停机？" });
  await write.question({ authorId: bob, title: "周末去哪里骑车比较好" });
  const similar = (title: string) => upstream.measure(suggestApi.questions, { query: { title } }, { as: alice });
  expect((await similar("数据库 迁移不停机")).data).toEqual([
    { id, title: "数据库迁移怎样做到不停机？", answerCount: 0 },
  ]);
  expect((await similar("")).data).toEqual([]);
  expect((await similar("“")).data).toEqual([]);
  await expect(upstream.call(suggestApi.questions, { query: { title: "数据库" } })).rejects.toThrow("NOT_LOGIN");
});

it("people are suggested by the beginning of their names, those taking part in the discussion first", async () => {
  const mentions = async (query: { q?: string; questionId?: number }) =>
    (await upstream.call(suggestApi.mentions, { query }, { as: alice })).map((person) => person.nickname);
  const percent = await upstream.addUser("100%努力");
  const fan = await upstream.addUser("林中鹿");
  await write.inside((trx) => setUserFollow(trx, upstream.services, { followerId: bob, followedId: fan, on: true }));
  expect(await mentions({ q: "林" })).toEqual(["林中鹿", "林小雨"]);
  expect(await mentions({ q: "林小" })).toEqual(["林小雨"]);
  // As one types before the input method has answered.
  expect(await mentions({ q: "linxiao" })).toEqual(["林小雨"]);
  expect(await mentions({ q: "LZ" })).toEqual(["林中鹿"]);
  expect(await mentions({ q: "%" })).toEqual([]);
  expect(await mentions({ q: "100%" })).toEqual(["100%努力"]);
  const tall = await upstream.addUser("Ｔom 王");
  await claimName(upstream.services.db, { userId: tall, nickname: "Ｔom 王", anew: true });
  expect(await mentions({ q: "tom" })).toEqual(["Ｔom 王"]);
  await write.inside((trx) =>
    setUserFollow(trx, upstream.services, { followerId: alice, followedId: percent, on: true }),
  );
  const questionId = await write.question({ authorId: bob });
  await write.answer({ questionId, authorId: fan });
  expect(await mentions({ questionId })).toEqual(["林小雨", "林中鹿", "100%努力"]);
  expect(await mentions({})).toEqual(["100%努力"]);
});

it("tags are suggested by their letters, and Chinese ones by pinyin", async () => {
  await write.article({ authorId: bob, tags: ["数据库", "sjsj", "TypeScript"] });
  await write.article({ authorId: bob, tags: ["数据库"] });
  const tags = async (q: string) =>
    (await upstream.call(suggestApi.tags, { query: { q } }, { as: alice })).map(({ name }) => name);
  expect(await tags("数据")).toEqual(["数据库"]);
  expect(await tags("shuju")).toEqual(["数据库"]);
  expect(await tags("SHU JU")).toEqual(["数据库"]);
  expect(await tags("sj")).toEqual(["数据库", "sjsj"]);
  expect(await tags("ju")).toEqual([]);
  expect(await tags("script")).toEqual(["TypeScript"]);
});

it("a report is stored once per person and thing", async () => {
  const targetId = await write.article({ authorId: bob });
  const target = { targetKind: "article", targetId } as const;
  const report = (body: object, as = alice) =>
    upstream.call(reportApi.add, { body: { ...target, reason: "spam", ...body } }, { as });
  await report({});
  await report({ reason: "untrue", detail: "数据是编的" });
  await expect(report({ reason: "other" })).rejects.toMatchObject({ data: { fields: { detail: "请说明举报的原因" } } });
  await expect(report({}, bob)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await expect(report({ targetId: 999_999 })).rejects.toThrow("NOT_FOUND");
  await expect(report({ targetKind: "user", targetId: alice })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  expect(await upstream.services.db.selectFrom("reports").selectAll().execute()).toMatchObject([
    {
      reporter_id: alice,
      target_kind: "article",
      target_id: targetId,
      reason: "untrue",
      detail: "数据是编的",
      state: "open",
    },
  ]);
});

it("people, tags and titles are suggested to everybody while they type a search, in few statements", async () => {
  const author = await upstream.addUser("数据小王");
  await claimName(upstream.services.db, { userId: author, nickname: "数据小王", anew: true });
  const article = await write.article({ authorId: author, title: "数据库迁移不停机的三个办法", tags: ["数据治理"] });
  const suggested = (q: string) => upstream.measure(suggestApi.search, { query: { q } });
  const { data, statements } = await suggested("数据");
  expect(data.people.map(({ nickname }) => nickname)).toEqual(["数据小王"]);
  expect(data.tags.map(({ name }) => name)).toContain("数据治理");
  expect(data.titles).toContainEqual({ kind: "article", id: article, title: "数据库迁移不停机的三个办法" });
  expect(statements).toBeLessThanOrEqual(6);
  // Titles with this beginning come before those that contain it.
  await write.article({ authorId: author, title: "迁移：数据库" });
  expect((await suggested("数据库")).data.titles[0]?.title).toMatch(/^数据库/);
  // A Latin word is found by its beginning.
  const letters = await write.article({ authorId: author, title: "用 Kubernetes 之前想清楚的事" });
  expect((await suggested("kuber")).data.titles.map(({ id }) => id)).toEqual([letters]);
  expect((await suggested("没有这样的东西")).data).toEqual({ people: [], tags: [], titles: [] });
});

it("suggestions while typing a search are renewed by what is published, removed and restored", async () => {
  const author = await upstream.addUser("青瓷");
  await claimName(upstream.services.db, { userId: author, nickname: "青瓷", anew: true });
  const token = await staffToken(upstream, await addStaff(upstream, "owner"));
  const suggested = async () => {
    const { people, tags, titles } = await upstream.call(suggestApi.search, { query: { q: "青瓷" } });
    return [people.map(({ nickname }) => nickname), tags.map(({ name }) => name), titles.map(({ id }) => id)];
  };
  expect(await suggested()).toEqual([["青瓷"], [], []]);
  const id = await write.article({ authorId: author, title: "青瓷的开片", tags: ["青瓷烧制"] });
  expect(await suggested()).toEqual([["青瓷"], ["青瓷烧制"], [id]]);
  const items = [{ kind: "article", id } as const];
  await upstream.call(adminContentApi.remove, { body: { items, rule: "spam", note: "广告" } }, { token });
  expect(await suggested()).toEqual([["青瓷"], [], []]);
  await upstream.call(adminContentApi.restore, { body: { items } }, { token });
  expect(await suggested()).toEqual([["青瓷"], ["青瓷烧制"], [id]]);
  await upstream.call(articleApi.remove, { body: { id } }, { as: author });
  await write.inside((trx) => deleteUser(trx, upstream.services, author));
  expect(await suggested()).toEqual([[], [], []]);
});
