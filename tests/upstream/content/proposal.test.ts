import { afterEach, beforeEach, expect, it } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminReviewRuleApi } from "#app/contract/admin/review/review-rule";
import { answerApi } from "#app/contract/content/answer";
import { notificationApi } from "#app/contract/notification/notification";
import { historyApi } from "#app/contract/writing/history";
import { proposalApi } from "#app/contract/writing/proposal";
import { trashApi } from "#app/contract/writing/trash";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { bump } from "#upstream/db/versions";
import { purgeThings } from "#upstream/modules/trash/purge";
import { deleteUser, forgetLate } from "#upstream/modules/user/delete-user";

const BEFORE = "先加可空的列，再分批回填。";
const AFTER = "先加可空的列，再分批回填，最后切换。";

let upstream: TestUpstream;
let write: Writer;
let alice: number;
let bob: number;
let id: number;

beforeEach(async () => {
  let now = Date.now();
  const clock = () => {
    now += 1000;
    return new Date(now);
  };
  upstream = await createTestUpstream({ clock });
  write = createWriter(upstream);
  alice = await upstream.addUser("林致远", "8613800000001");
  bob = await upstream.addUser("周小雨", "8613800000002");
  const questionId = await write.question({ authorId: bob, title: "数据库迁移怎样做到不停机？" });
  id = await write.answer({ questionId, authorId: alice, content: BEFORE });
});
afterEach(() => upstream.close());

const suggest = (fields: object = {}, as = bob) => {
  const body = { kind: "answer", id, version: 1, content: AFTER, reason: "少了一步", ...fields } as const;
  return upstream.call(proposalApi.send, { body }, { as });
};
const get = (proposal: number, as: number) => upstream.call(proposalApi.get, { params: { id: proposal } }, { as });
/** Takes a suggestion in its current version, or an earlier one. */
const take = async (proposal: number, as = alice, readAt?: string) => {
  const createdAt = readAt ?? (await get(proposal, alice)).createdAt;
  return upstream.call(proposalApi.take, { body: { id: proposal, createdAt, answer: "" } }, { as });
};
const told = async (as: number) =>
  (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list.map(({ title, target }) => [
    title,
    target?.path,
  ]);
const textNow = () =>
  upstream.services.db
    .selectFrom("answers")
    .select(["content", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

it("a reader's proposal is taken by the author, both are notified, and the history has the reason", async () => {
  const source = await upstream.call(proposalApi.init, { params: { kind: "answer", id } }, { as: bob });
  expect(source).toMatchObject({ content: BEFORE, version: 1, reason: "" });
  const { id: proposal } = await suggest();
  expect(await told(alice)).toEqual([
    ["有读者给你的回答「数据库迁移怎样做到不停机？」提了修改建议", `/proposal/${proposal}`],
  ]);
  expect(await get(proposal, alice)).toMatchObject({ mine: false, state: "open", current: true, reason: "少了一步" });
  expect(await get(proposal, bob)).toMatchObject({
    mine: true,
    before: { content: BEFORE },
    after: { content: AFTER },
  });
  await expect(take(proposal, bob)).rejects.toThrow("FORBIDDEN");
  await take(proposal);
  expect(await textNow()).toEqual({ content: AFTER, version: 2 });
  expect((await told(bob))[0]).toEqual([
    "你对回答「数据库迁移怎样做到不停机？」的修改建议已被采纳，谢谢你",
    `/proposal/${proposal}`,
  ]);
  const { list } = await upstream.call(historyApi.list, { params: { kind: "answer", id } });
  expect(list[0]).toMatchObject({ version: 2, by: "author", reason: "采纳读者的建议：少了一步" });
  await expect(take(proposal)).rejects.toThrow("CONFLICT");
});

it("a declined one has a reason, a second one replaces a pending one, and one's own can be withdrawn", async () => {
  const { id: first } = await suggest();
  const { id: second } = await suggest({ content: `${AFTER}再看一遍。`, reason: "还少一句" });
  expect(second).toBe(first);
  expect((await get(first, alice)).reason).toBe("还少一句");
  const { createdAt } = await get(first, alice);
  const decline = (answer: string) =>
    upstream.call(proposalApi.decline, { body: { id: first, createdAt, answer } }, { as: alice });
  await expect(decline("")).rejects.toThrow("INVALID_PARAMS");
  await decline("这一步是故意省掉的");
  expect(await get(first, bob)).toMatchObject({ state: "declined", answer: "这一步是故意省掉的" });
  const { id: third } = await suggest();
  expect(third).not.toBe(first);
  await upstream.call(proposalApi.withdraw, { body: { id: third } }, { as: bob });
  await expect(take(third)).rejects.toThrow("CONFLICT");
  expect(await textNow()).toMatchObject({ version: 1 });
});

it("an author is told of a proposal once, until it is withdrawn or its sender closes the account", async () => {
  const words = (fields: object) => suggest({ ...fields, reason: "我是王小明，电话在此" });
  const { id: first } = await words({ content: `${AFTER}一` });
  await words({ content: `${AFTER}二` });
  expect(await told(alice)).toHaveLength(1);
  await upstream.call(notificationApi.readAll, { body: {} }, { as: alice });
  await words({ content: `${AFTER}三` });
  expect(await told(alice), "again after it was read").toHaveLength(2);
  await upstream.call(proposalApi.withdraw, { body: { id: first } }, { as: bob });
  expect(await told(alice)).toEqual([]);
  const { id: second } = await words({});
  await take(second);
  await words({ version: 2, content: `${AFTER}四` });
  expect(await told(alice)).toHaveLength(2);
  await write.inside((trx) => deleteUser(trx, upstream.services, bob));
  expect(await told(alice)).toEqual([]);
  expect(
    await upstream.services.db.selectFrom("news").select("id").where("path", "like", "/proposal/%").execute(),
  ).toEqual([]);
});

it("a proposal that arrives while its sender's account is being closed is forgotten with its message", async () => {
  const { id: proposal } = await suggest();
  const kept = await upstream.services.db.selectFrom("proposals").selectAll().where("id", "=", proposal).execute();
  const message = await upstream.services.db.selectFrom("news").selectAll().where("user_id", "=", alice).execute();
  await write.inside((trx) => deleteUser(trx, upstream.services, bob));
  await upstream.services.db.insertInto("proposals").values(kept).execute();
  await upstream.services.db.insertInto("news").values(message).execute();
  await forgetLate(upstream.services);
  expect(await told(alice)).toEqual([]);
  expect(await upstream.services.db.selectFrom("proposals").select("id").execute()).toEqual([]);
});

it("what both are told disappears and returns with the text", async () => {
  const { id: proposal } = await suggest();
  const { createdAt } = await get(proposal, alice);
  const body = { id: proposal, createdAt, answer: "这一步是故意省掉的" };
  await upstream.call(proposalApi.decline, { body }, { as: alice });
  const counts = async () => [(await told(alice)).length, (await told(bob)).length];
  expect(await counts()).toEqual([1, 1]);
  await upstream.call(answerApi.remove, { body: { id } }, { as: alice });
  expect(await counts()).toEqual([0, 0]);
  await upstream.call(trashApi.restore, { body: { kind: "answer", id } }, { as: alice });
  expect(await counts()).toEqual([1, 1]);
});

it("a text that was changed since is not overwritten", async () => {
  const { id: proposal } = await suggest();
  await upstream.services.db
    .updateTable("answers")
    .set({ content: "换了一个说法。", version: 2 })
    .where("id", "=", id)
    .execute();
  await expect(take(proposal)).rejects.toThrow("CONFLICT");
  expect(await get(proposal, alice)).toMatchObject({ state: "open", current: false });
  await expect(suggest()).rejects.toMatchObject({ code: "CONFLICT", data: { version: 2 } });
});

it("one's pending proposal is continued; once the text was changed, the text itself is, beside the earlier words", async () => {
  const article = await write.article({ authorId: alice, title: "周报的写法", content: "第一段。" });
  const place = { kind: "article", id: article } as const;
  const init = () => upstream.call(proposalApi.init, { params: place }, { as: bob });
  const mine = { title: "周报的写法", content: "第一段，说得清楚些。" };
  const { id: proposal } = await suggest({ ...place, ...mine });
  expect(await init()).toMatchObject({ ...mine, version: 1, reason: "少了一步", earlier: null });
  const change = { ...place, title: mine.title, content: "第一段。\n\n后加的一段。", version: 2 };
  const { title, content, version } = change;
  await upstream.services.db.updateTable("articles").set({ content, version }).where("id", "=", article).execute();
  const again = await init();
  expect(again).toMatchObject({ title, content, version, reason: "少了一步", earlier: mine });
  await suggest({ ...place, title, version, content: "第一段，说得清楚些。\n\n后加的一段。" });
  await take(proposal);
  const { content: now } = await upstream.services.db
    .selectFrom("articles")
    .select("content")
    .where("id", "=", article)
    .executeTakeFirstOrThrow();
  expect(now).toBe("第一段，说得清楚些。\n\n后加的一段。");
});

it("a proposal that the author has not read can't be decided, even if it replaced the one on screen just now", async () => {
  const { id: proposal } = await suggest();
  const { createdAt } = await get(proposal, alice);
  await suggest({ content: `${AFTER}详情请看我的主页。` });
  await expect(take(proposal, alice, createdAt)).rejects.toThrow("CONFLICT: 对方刚刚改过这份建议");
  expect(await textNow()).toMatchObject({ content: BEFORE });
  const unread = { id: proposal, createdAt, answer: "这一步是故意省掉的" };
  await expect(upstream.call(proposalApi.decline, { body: unread }, { as: alice })).rejects.toThrow(
    "CONFLICT: 对方刚刚改过这份建议",
  );
  expect((await get(proposal, alice)).state).toBe("open");
  await take(proposal);
  expect(await textNow()).toMatchObject({ content: `${AFTER}详情请看我的主页。` });
});

it("sensitive words are checked, strangers see nothing, and nobody makes a proposal to themselves", async () => {
  const carol = await upstream.addUser("别人", "8613800000003");
  await expect(suggest({ content: BEFORE })).rejects.toMatchObject({
    data: { fields: { content: "和原文一样，还没有改动" } },
  });
  await expect(suggest({ content: `${BEFORE}跟我兼职刷单` })).rejects.toMatchObject({ code: "CONTENT_REJECTED" });
  await expect(suggest({ reason: "跟我兼职刷单" })).rejects.toMatchObject({ code: "CONTENT_REJECTED" });
  await expect(suggest({}, alice)).rejects.toThrow("FORBIDDEN");
  const { id: proposal } = await suggest();
  await expect(get(proposal, carol)).rejects.toThrow("NOT_FOUND");
  await expect(take(proposal, carol)).rejects.toThrow("NOT_FOUND");
});

it.each(["take", "decline"] as const)("the answer is checked for sensitive words, too: %s", async (decision) => {
  const { id: proposal } = await suggest();
  const { createdAt } = await get(proposal, alice);
  const body = { id: proposal, createdAt, answer: "跟我兼职刷单" };
  await expect(upstream.call(proposalApi[decision], { body }, { as: alice })).rejects.toMatchObject({
    code: "CONTENT_REJECTED",
    data: { fields: { answer: expect.any(String) } },
  });
  expect([await get(proposal, bob), await textNow()]).toMatchObject([{ state: "open" }, { content: BEFORE }]);
});

it("the words of a text that is deleted, or that staff removed, are not in the files of whoever proposed a change", async () => {
  const { id: proposal } = await suggest();
  const token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  const items = [{ kind: "answer", id } as const];
  const exported = async () => JSON.stringify((await exportOf(upstream, { as: bob })).proposals);
  expect(await exported()).toContain(BEFORE);
  await upstream.call(adminContentApi.remove, { body: { items, rule: "spam", note: "广告" } }, { token });
  const [kept] = (await exportOf(upstream, { as: bob })).proposals ?? [];
  expect(kept).toMatchObject({ id: proposal, reason: "少了一步", state: "open" });
  expect(JSON.stringify(kept)).not.toContain("分批回填");
  await upstream.call(adminContentApi.restore, { body: { items } }, { token });
  expect(await exported()).toContain(BEFORE);
  await upstream.call(answerApi.remove, { body: { id } }, { as: alice });
  expect(await exported()).not.toContain("分批回填");
});

it("a taken proposal that a rule holds waits for an operator", async () => {
  const { db } = upstream.services;
  const { id: proposal } = await suggest();
  await db
    .insertInto("words")
    .values({ word: "切换", word_key: "切换", action: "review", created_at: new Date().toISOString() })
    .execute();
  await write.inside((trx) => bump(trx, ["words"]));
  await expect(take(proposal)).rejects.toThrow("CONTENT_HELD");
  expect(await textNow()).toMatchObject({ content: BEFORE });
  expect((await get(proposal, bob)).state).toBe("taken");
});

/** Makes a rule for links in answers. */
async function ruleLinks(outcome: "captcha" | "refuse"): Promise<void> {
  const token = await staffToken(upstream, await addStaff(upstream, "moderator"));
  const { rules, version } = await upstream.call(adminReviewRuleApi.get, {}, { token });
  const answer = { ...rules.answer, links: true, outcomes: { links: { outcome, sentence: "" } } };
  await upstream.call(adminReviewRuleApi.put, { body: { version, rules: { ...rules, answer } } }, { token });
}

it("is taken whatever a rule says of links in its reader's reason, which its author can't change", async () => {
  const { id: proposal } = await suggest({ reason: "出处：https://source.example/page" });
  await ruleLinks("refuse");
  await take(proposal);
  expect(await textNow()).toEqual({ content: AFTER, version: 2 });
});

it("is taken without a captcha, also if a rule asks for one: there is no form for it, and the author is logged in", async () => {
  const content = `${AFTER}见 https://source.example/page`;
  const { id: proposal } = await suggest({ content });
  await ruleLinks("captcha");
  await take(proposal);
  expect(await textNow()).toEqual({ content, version: 2 });
});

it("a proposal is purged with its text", async () => {
  await suggest();
  await write.inside((trx) => purgeThings(trx, "answer", [id]));
  expect(await upstream.services.db.selectFrom("proposals").selectAll().execute()).toEqual([]);
});

it("pending proposals to all of an author's texts are listed until decided, in two statements", async () => {
  const article = await write.article({ authorId: alice, title: "周报的写法" });
  const { id: first } = await suggest();
  const carol = await upstream.addUser("沈念", "8613800000003");
  const { id: second } = await suggest({ kind: "article", id: article, title: "周报怎样写", content: "正文二" }, carol);
  const waiting = () => upstream.measure(proposalApi.waiting, { query: {} }, { as: alice });
  const { data, statements } = await waiting();
  expect(statements).toBe(2);
  expect(data.map((one) => [one.id, one.kind, one.title, one.by.nickname])).toEqual([
    [second, "article", "周报的写法", "沈念"],
    [first, "answer", "数据库迁移怎样做到不停机？", "周小雨"],
  ]);
  expect((await upstream.call(proposalApi.waiting, { query: {} }, { as: bob })).length).toBe(0);
  await take(first);
  expect((await waiting()).data.map((one) => one.id)).toEqual([second]);
});

it("its maker finds a pending proposal again in a list of their own, and from the text", async () => {
  const { id: proposal } = await suggest();
  const made = (as: number) => upstream.measure(proposalApi.waiting, { query: { by: "me" } }, { as });
  const { data, statements } = await made(bob);
  expect(statements).toBe(2);
  expect(data).toMatchObject([
    { id: proposal, kind: "answer", title: "数据库迁移怎样做到不停机？", reason: "少了一步" },
  ]);
  expect((await made(alice)).data).toEqual([]);
  const waitingId = async () =>
    (await upstream.call(proposalApi.init, { params: { kind: "answer", id } }, { as: bob })).waitingId;
  expect(await waitingId()).toBe(proposal);
  await upstream.call(proposalApi.withdraw, { body: { id: proposal } }, { as: bob });
  expect((await made(bob)).data).toEqual([]);
  expect(await waitingId()).toBeNull();
});
