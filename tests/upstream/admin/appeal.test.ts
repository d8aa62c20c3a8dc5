import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminContentApi } from "#app/contract/admin/content/content";
import { adminAppealApi } from "#app/contract/admin/review/appeal";
import { adminReportApi } from "#app/contract/admin/review/report";
import { adminReviewApi } from "#app/contract/admin/review/review";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { adminUserApi } from "#app/contract/admin/user/user";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { appealApi } from "#app/contract/moderation/appeal";
import { reportApi } from "#app/contract/moderation/report";
import { reviewApi } from "#app/contract/moderation/review";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { undoneState } from "#tests/upstream/support/database-state";
import { type CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { standingDecision } from "#upstream/modules/appeal/decisions";
import { sendAppeal } from "#upstream/modules/appeal/write";

const HOUR = 3_600_000;
const MINUTE = 60_000;
const WORDS = "这是真实的求职经历，没有广告";
let now = new Date("2026-05-01T00:00:00Z");
let upstream: TestUpstream;
let alice: number;
let first: { id: number; token: string };
let second: { id: number; token: string };
let owner: { id: number; token: string };

beforeEach(async () => {
  now = new Date("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  alice = await upstream.addUser("爱丽丝", "8613800000001");
  const staff = async (role: "moderator" | "owner") => {
    const id = await addStaff(upstream, role);
    return { id, token: await staffToken(upstream, id) };
  };
  first = await staff("moderator");
  second = await staff("moderator");
  owner = await staff("owner");
});
afterEach(() => upstream.close());

/** Advances the clock, and resets all limits. */
async function later(span = HOUR): Promise<void> {
  now = new Date(now.getTime() + span);
  await upstream.services.db.deleteFrom("rate_limits").execute();
}

async function refusedText(): Promise<number> {
  const body = { title: "兼职刷单的求职经历", content: "跟我兼职刷单的经历", tags: [] };
  const { data } = await upstream.call(questionApi.create, { body }, { as: alice }).then(
    () => expect.unreachable("was not held"),
    (caught: CallError) => caught,
  );
  const { id } = data as { id: number };
  await later();
  await upstream.call(
    adminReviewApi.decide,
    { body: { items: [{ id, version: 1 }], action: "refuse", rule: "spam" } },
    { token: first.token },
  );
  return id;
}

async function removedArticle(): Promise<number> {
  const id = await createWriter(upstream).article({ authorId: alice, title: "一篇会被移除的文章" });
  await later();
  await upstream.call(
    adminContentApi.remove,
    { body: { items: [{ kind: "article", id }], rule: "untrue" } },
    { token: first.token },
  );
  return id;
}

type Target = { kind: "review" | "article" | "sanction"; id: number };
async function appeal(target: Target, as = alice): Promise<number> {
  await later();
  await upstream.call(appealApi.send, { body: { ...target, words: WORDS } }, { as });
  const { list } = await upstream.call(adminAppealApi.list, { query: {} }, { token: owner.token });
  return list.at(-1)?.id ?? 0;
}
const decide = (body: { id: number; action: "grant" | "keep"; note?: string }, token = second.token) =>
  upstream.call(adminAppealApi.decide, { body }, { token });
const seen = (target: Target, as = alice) => upstream.call(appealApi.get, { params: target }, { as });
/** Her latest notification, after the undo period. */
const lastMessage = async () => {
  now = new Date(now.getTime() + 10_000);
  return (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: alice })).list[0];
};
const lastLogged = async () => (await upstream.call(auditApi.list, { query: {} }, { token: owner.token })).list[0];
const undo = (id: number) => upstream.call(auditApi.undo, { body: { id, reason: "看错了" } }, { token: owner.token });

describe("an appeal", () => {
  test("can be sent once against each decision, only by the person concerned, and waits in the queue", async () => {
    const id = await refusedText();
    expect(await seen({ kind: "review", id })).toMatchObject({
      written: "question",
      sanction: null,
      name: "兼职刷单的求职经历",
      stands: true,
      appeal: null,
      reason: "含有广告、招揽或重复发布的内容",
    });
    expect((await lastMessage())?.target?.path).toBe(`/write/held/${id}`);
    await appeal({ kind: "review", id });
    expect(await refusalOf(appeal({ kind: "review", id }))).toMatch(/^CONFLICT: 这项处理已经申诉过了/);
    const bob = await upstream.addUser("鲍勃");
    expect(await refusalOf(appeal({ kind: "review", id }, bob))).toMatch(/^NOT_FOUND/);
    expect(await refusalOf(seen({ kind: "review", id }, bob))).toMatch(/^NOT_FOUND/);
    const { list, total } = await upstream.call(adminAppealApi.list, { query: {} }, { token: first.token });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({ targetId: id, words: WORDS, author: { nickname: "爱丽丝" }, own: true });
    const { cards } = await upstream.call(consoleApi.overview, {}, { token: second.token });
    expect(cards.find(({ key }) => key === "appeal")).toMatchObject({ count: 1, oldest: list[0]?.createdAt });
    const whole = await upstream.call(
      adminAppealApi.get,
      { params: { id: list[0]?.id ?? 0 } },
      { token: second.token },
    );
    expect(whole).toMatchObject({ decidable: true, alone: false, text: { content: "跟我兼职刷单的经历" } });
  });

  test("must have a text, and a refusal names what is wrong with it", async () => {
    const id = await refusedText();
    const body = { kind: "review" as const, id, words: "  " };
    const error = await upstream.call(appealApi.send, { body }, { as: alice }).then(
      () => expect.unreachable(),
      (caught: CallError) => caught,
    );
    expect(error.data).toEqual({ fields: { words: "申诉的理由不能为空" } });
  });

  test("leaves the queue when its text is submitted again, and the next refusal can be appealed", async () => {
    const id = await refusedText();
    await appeal({ kind: "review", id });
    const fields = { title: "改过的求职经历", content: "还是兼职刷单的经历" };
    await later();
    await upstream.call(reviewApi.put, { body: { id, version: 2, ...fields } }, { as: alice });
    expect((await upstream.call(adminAppealApi.list, { query: {} }, { token: second.token })).total).toBe(0);
    expect(await seen({ kind: "review", id })).toMatchObject({ stands: false, appeal: { state: "open" } });
    await later();
    const items = [{ id, version: 3 }];
    await upstream.call(
      adminReviewApi.decide,
      { body: { items, action: "refuse", rule: "spam" } },
      { token: first.token },
    );
    expect(await seen({ kind: "review", id })).toMatchObject({ stands: true, appeal: null });
    await appeal({ kind: "review", id });
  });
});

describe("a decision on an appeal", () => {
  test("is made by somebody else than who decided, and nobody decides on their own appeal", async () => {
    const id = await appeal({ kind: "review", id: await refusedText() });
    expect(await refusalOf(decide({ id, action: "grant" }, first.token))).toBe(
      "FORBIDDEN: 这是你自己作的决定，申诉要由另一位同事复核",
    );
    const sanction = { userId: first.id, kind: "mute" as const, days: 3, reason: "态度不好" };
    const muted = await upstream.call(adminUserApi.sanction, { body: sanction }, { token: owner.token });
    const own = await appeal({ kind: "sanction", id: muted.id }, first.id);
    expect(await refusalOf(decide({ id: own, action: "grant" }, first.token))).toBe(
      "FORBIDDEN: 自己的申诉要由另一位同事处理",
    );
  });

  test("publishes a refused text and notifies its author; a late colleague learns of the decision", async () => {
    const id = await refusedText();
    const number = await appeal({ kind: "review", id });
    const before = await undoneState(upstream.services.db);
    await later();
    await decide({ id: number, action: "grant", note: "确实不是广告" });
    const { publishedId } = await upstream.call(reviewApi.get, { params: { id } }, { as: alice });
    const question = await upstream.call(questionApi.get, { params: { id: publishedId ?? 0 } });
    expect(question.title).toBe("兼职刷单的求职经历");
    expect(await lastMessage()).toMatchObject({
      title: "你的申诉成立，提问「兼职刷单的求职经历」现在公开可见",
      excerpt: "确实不是广告",
      target: { path: `/appeal/review/${id}` },
    });
    expect(await seen({ kind: "review", id })).toMatchObject({
      stands: false,
      appeal: { state: "granted", answer: "确实不是广告" },
    });
    expect(await refusalOf(decide({ id: number, action: "keep", note: "不" }, owner.token))).toMatch(
      /^CONFLICT: 工作人员moderator.*已经处理过了：撤销了原来的处理$/,
    );
    const logged = await lastLogged();
    expect(logged).toMatchObject({ action: "appeal.grant", target: String(number) });
    await later();
    await undo(logged?.id ?? 0);
    const after = await undoneState(upstream.services.db);
    for (const table of ["reviews", "appeals", "news", "questions", "users"])
      expect(after[table]).toEqual(before[table]);
  });

  test("needs a reason to be rejected, and can be undone row for row", async () => {
    const id = await removedArticle();
    const number = await appeal({ kind: "article", id });
    const without = decide({ id: number, action: "keep" });
    expect((await without.catch((error: CallError) => error.data)) as object).toEqual({
      fields: { note: "请写明为什么维持，申诉的人会看到" },
    });
    const before = await undoneState(upstream.services.db);
    await decide({ id: number, action: "keep", note: "数字确实对不上" });
    expect(await lastMessage()).toMatchObject({
      title: "你对文章「一篇会被移除的文章」的申诉已复核，维持原来的决定",
      excerpt: "原因：数字确实对不上",
    });
    await later();
    await undo((await lastLogged())?.id ?? 0);
    expect(await undoneState(upstream.services.db)).toEqual(before);
  });

  test("restores a removed text and dismisses its reports, and can be undone row for row", async () => {
    const id = await createWriter(upstream).article({ authorId: alice, title: "被人举报的文章" });
    const bob = await upstream.addUser("鲍勃", "8613800000002");
    await upstream.call(
      reportApi.add,
      { body: { targetKind: "article", targetId: id, reason: "untrue" } },
      { as: bob },
    );
    const items = [{ kind: "article" as const, id }];
    await upstream.call(
      adminReportApi.decide,
      { body: { items, action: "remove", rule: "untrue" } },
      { token: first.token },
    );
    expect((await lastMessage())?.target?.path).toBe(`/appeal/article/${id}`);
    const number = await appeal({ kind: "article", id });
    const before = await undoneState(upstream.services.db);
    await later();
    await decide({ id: number, action: "grant" });
    expect((await upstream.call(articleApi.get, { params: { id } })).title).toBe("被人举报的文章");
    const states = await upstream.services.db.selectFrom("reports").select("state").execute();
    expect(states).toEqual([{ state: "dismissed" }]);
    await later();
    await undo((await lastLogged())?.id ?? 0);
    expect(await undoneState(upstream.services.db)).toEqual(before);
    await expect(upstream.call(articleApi.get, { params: { id } })).rejects.toThrow("NOT_FOUND");
  });

  test("lifts a mute; lifting a ban needs the permission to ban", async () => {
    const body = { userId: alice, kind: "mute" as const, days: 3, reason: "到处发广告" };
    const mute = await upstream.call(adminUserApi.sanction, { body }, { token: first.token });
    expect((await lastMessage())?.target?.path).toBe(`/appeal/sanction/${mute.id}`);
    const number = await appeal({ kind: "sanction", id: mute.id });
    const before = await undoneState(upstream.services.db);
    await later();
    await decide({ id: number, action: "grant" });
    expect((await lastMessage())?.title).toBe("你的申诉成立，对你的禁言已解除");
    const comment = { title: "解除之后写的问题", content: "正文", tags: [] };
    expect(await refusalOf(upstream.call(questionApi.create, { body: comment }, { as: alice }))).toBe("SUCCESS");
    await upstream.services.db.deleteFrom("questions").execute();
    const logged = await lastLogged();
    await undo(logged?.id ?? 0);
    expect((await undoneState(upstream.services.db)).sanctions).toEqual(before.sanctions);
    const ban = { userId: alice, kind: "ban" as const, days: null, reason: "还在发" };
    const banned = await upstream.call(adminUserApi.sanction, { body: ban }, { token: owner.token });
    await later();
    await transact(upstream.services.db, (trx) =>
      sendAppeal(trx, upstream.services, { kind: "sanction", id: banned.id, words: WORDS, userId: alice }),
    );
    const { list } = await upstream.call(adminAppealApi.list, { query: {} }, { token: owner.token });
    const again = list.at(-1)?.id ?? 0;
    expect(await refusalOf(decide({ id: again, action: "grant" }))).toMatch(/^FORBIDDEN: 你的角色不能撤销这项处理/);
  });

  test("is left to the owner about themselves only if nobody else could decide, and the log says so", async () => {
    const id = await createWriter(upstream).article({ authorId: alice, title: "站长移除的文章" });
    const body = { items: [{ kind: "article" as const, id }], rule: "unfit" as const };
    await upstream.call(adminContentApi.remove, { body }, { token: owner.token });
    const number = await appeal({ kind: "article", id });
    expect(await refusalOf(decide({ id: number, action: "grant" }, owner.token))).toMatch(
      /^FORBIDDEN: 这是你自己作的决定/,
    );
    await upstream.services.db.deleteFrom("staff").where("user_id", "in", [first.id, second.id]).execute();
    const whole = await upstream.call(adminAppealApi.get, { params: { id: number } }, { token: owner.token });
    expect(whole).toMatchObject({ alone: true, decidable: true });
    await decide({ id: number, action: "grant", note: "想了想可以留" }, owner.token);
    expect(await lastLogged()).toMatchObject({
      action: "appeal.grant",
      reason: "没有别的同事能复核，由作出决定的人自己复核。想了想可以留",
    });
  });
});

describe("a banned member", () => {
  const phone = "13800000001";
  let ban: { id: number };

  beforeEach(async () => {
    const body = { userId: alice, kind: "ban" as const, days: null, reason: "到处发广告" };
    ban = await upstream.call(adminUserApi.sanction, { body }, { token: owner.token });
  });
  /** Error of a login with a code. */
  async function refusal(): Promise<CallError> {
    await later(2 * MINUTE);
    const code = await sentCode(upstream, phone, "login");
    return upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code } }).then(
      () => expect.unreachable("was let in"),
      (caught: CallError) => caught,
    );
  }

  test("gets a ticket with the refused login, appeals with it once, and reads the outcome there", async () => {
    const { data } = await refusal();
    const { appeal: ticket } = data as { appeal: string };
    await upstream.call(appealApi.sendBanned, { body: { ticket, words: WORDS } });
    expect((await refusal()).message).toContain("你的申诉已收到，正在等待复核");
    expect(await refusalOf(upstream.call(appealApi.sendBanned, { body: { ticket, words: WORDS } }))).toMatch(
      /^CONFLICT/,
    );
    const other = await addStaff(upstream, "owner");
    const { list } = await upstream.call(adminAppealApi.list, { query: {} }, { token: owner.token });
    expect(list).toMatchObject([{ kind: "sanction", targetId: ban.id, sanction: "ban" }]);
    await decide({ id: list[0]?.id ?? 0, action: "keep", note: "广告还在" }, await staffToken(upstream, other));
    expect((await refusal()).message).toContain("你的申诉已经复核，维持原来的决定。广告还在");
    expect((await refusal()).data).toBeNull();
  });

  test("can't use a ticket that is forged, altered or expired", async () => {
    const { data } = await refusal();
    const { appeal: ticket } = data as { appeal: string };
    const send = (one: string) =>
      refusalOf(upstream.call(appealApi.sendBanned, { body: { ticket: one, words: WORDS } }));
    const [id = "", , ...rest] = ticket.split(".");
    for (const wrong of ["x", `${ticket}x`, [id, "999", ...rest].join("."), ticket.replace(/^\d+/, "999")]) {
      expect(await send(wrong)).toMatch(/^FORBIDDEN: 链接已失效/);
    }
    now = new Date(now.getTime() + HOUR);
    expect(await send(ticket)).toMatch(/^FORBIDDEN: 链接已失效/);
  });
});

test("a decision that can't be read is an error, not a missing one", async () => {
  const db = { selectFrom: () => expect.unreachable("the database is gone") } as unknown as Db;
  const looked = standingDecision(db, upstream.services, { kind: "review", id: 1 });
  await expect(looked).rejects.toThrow("the database is gone");
});
