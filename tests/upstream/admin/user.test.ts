import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminUserApi } from "#app/contract/admin/user/user";
import { commentApi } from "#app/contract/content/comment";
import type { CallInput } from "#app/contract/endpoint";
import { appealApi } from "#app/contract/moderation/appeal";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { sweep } from "#upstream/jobs/sweep";
import { deleteUser } from "#upstream/modules/user/delete-user";

const DAY = 24 * 3600 * 1000;
const PHONE = "13800001234";

let now: number;
let upstream: TestUpstream;
let member: number;
let article: number;
let owner: string;
let moderator: string;
let support: string;

beforeEach(async () => {
  now = Date.parse("2026-03-01T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  member = await upstream.addUser("刷屏_的人", `86${PHONE}`);
  article = await createWriter(upstream).article({ authorId: await upstream.addUser("作者") });
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  support = await staffToken(upstream, await addStaff(upstream, "support"));
});
afterEach(() => upstream.close());

const impose = (
  body: Partial<Parameters<typeof upstream.call<typeof adminUserApi.sanction>>[1]["body"]>,
  token = moderator,
) =>
  upstream.call(
    adminUserApi.sanction,
    { body: { userId: member, kind: "mute", days: 3, reason: "到处发广告", ...body } },
    { token },
  );
const comment = () =>
  upstream.call(commentApi.articleAdd, { body: { articleId: article, text: `说得好${now}` } }, { as: member });
const seen = (token = owner) => upstream.call(adminUserApi.get, { params: { id: member } }, { token });
const messages = async () =>
  (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as: member })).list;
const lastLog = async () => (await upstream.call(auditApi.list, { query: {} }, { token: owner })).list[0];
const undo = async () => upstream.call(auditApi.undo, { body: { id: (await lastLog())?.id ?? 0 } }, { token: owner });

const sanctions = () => upstream.services.db.selectFrom("sanctions").selectAll().orderBy("id").execute();

describe("a mute", () => {
  test("tells its end and reason, at a refused write and by notification, and expires by itself", async () => {
    expect(await impose({})).toMatchObject({ until: "2026-03-04T08:00:00.000Z" });
    expect(await refusalOf(comment())).toBe(
      "FORBIDDEN: 你的账号已被禁言至 2026 年 3 月 4 日 16:00，期间不能发表、修改内容，不能评论，也不能修改资料。原因：到处发广告。",
    );
    expect(await messages()).toMatchObject([{ title: "你已被禁言至 2026 年 3 月 4 日 16:00" }]);
    expect(await lastLog()).toMatchObject({ action: "user.mute", target: String(member), reason: "到处发广告" });
    now += 3 * DAY;
    expect(await refusalOf(comment())).toBe("SUCCESS");
    expect((await seen()).sanctions).toMatchObject([{ kind: "mute", inForce: false, liftedAt: null }]);
  });

  test("is lifted early, once, with a notification", async () => {
    const { id } = await impose({});
    const lift = () => upstream.call(adminUserApi.lift, { body: { id, reason: "误会" } }, { token: moderator });
    await lift();
    expect(await refusalOf(comment())).toBe("SUCCESS");
    expect((await messages())[0]).toMatchObject({ title: "对你的禁言已解除", excerpt: "说明：误会" });
    expect(await refusalOf(lift())).toContain("CONFLICT");
    await undo();
    expect(await refusalOf(comment())).toContain("FORBIDDEN");
    expect(await messages()).toHaveLength(1);
  });

  test("replaces an earlier one; undone, the earlier one is in force again and the notification is gone", async () => {
    await impose({ days: 1 });
    await impose({ days: 30 });
    expect((await seen()).sanctions.map(({ inForce }) => inForce)).toEqual([true, false]);
    await undo();
    expect((await seen()).sanctions).toMatchObject([{ inForce: true, until: "2026-03-02T08:00:00.000Z" }]);
    expect(await messages()).toHaveLength(1);
    now += DAY;
    expect(await refusalOf(comment())).toBe("SUCCESS");
  });

  test("by a moderator lasts 30 days at most, and moderators can impose nothing more severe", async () => {
    expect(await refusalOf(impose({ days: 31 }))).toContain("你的角色最多禁言 30 天");
    expect(await refusalOf(impose({ days: null }))).toContain("你的角色最多禁言 30 天");
    for (const kind of ["ban", "read-only"] as const) expect(await refusalOf(impose({ kind }))).toContain("FORBIDDEN");
    expect(await refusalOf(impose({ days: null }, owner))).toBe("SUCCESS");
    expect((await seen()).sanctions).toMatchObject([{ until: null, inForce: true }]);
  });
});

test("of two sanctions in force, the refusal and the notice above the editor name the more severe one", async () => {
  await impose({ kind: "read-only", reason: "换号再发" }, owner);
  await impose({ kind: "mute" });
  expect(await refusalOf(comment())).toContain("原因：换号再发");
  const noticed = await upstream.call(appealApi.sanction, {}, { as: member });
  expect(noticed).toMatchObject({ sanction: "read-only", reason: "换号再发" });
});

describe("several members at once", () => {
  const imposeEach = (
    userIds: number[],
    body: Partial<CallInput<typeof adminUserApi.sanctionEach>["body"]> = {},
    token = moderator,
  ) =>
    upstream.call(
      adminUserApi.sanctionEach,
      { body: { userIds, kind: "mute", days: 3, reason: "一起刷屏", ...body } },
      { token },
    );
  const kindsOf = async (id: number) =>
    (await upstream.call(adminUserApi.get, { params: { id } }, { token: owner })).sanctions.map(({ kind }) => kind);

  test("are muted with a log row each and notified ten seconds later; oneself, equal staff and missing people are refused by name", async () => {
    const other = await upstream.addUser("同伙");
    const self = await addStaff(upstream, "moderator");
    const peer = await addStaff(upstream, "moderator");
    const token = await staffToken(upstream, self);
    const before = await databaseState(upstream.services.db);
    const ids = [member, self, peer, 99_999, other, member];
    const expected = {
      done: [{ userId: member }, { userId: other }],
      failed: [
        { userId: self, code: "FORBIDDEN", message: "不能对自己这样做" },
        { userId: peer, code: "FORBIDDEN", message: "只能对职位比自己低的工作人员这样做" },
        { userId: 99_999, code: "NOT_FOUND" },
      ],
    };
    expect(await imposeEach(ids, { dryRun: true }, token)).toMatchObject({ ...expected, undo: null });
    expect(await databaseState(upstream.services.db)).toEqual(before);

    expect(await imposeEach(ids, {}, token)).toMatchObject({
      ...expected,
      undo: { log: [expect.any(Number), expect.any(Number)] },
    });
    expect([await kindsOf(member), await kindsOf(other), await kindsOf(self)]).toEqual([["mute"], ["mute"], []]);
    expect(await refusalOf(comment())).toContain("一起刷屏");
    expect(await messages()).toEqual([]);
    now += 10_000;
    expect(await messages()).toMatchObject([{ title: expect.stringContaining("你已被禁言至 2026 年 3 月 4 日") }]);
    const { list } = await upstream.call(auditApi.list, { query: { pageSize: 2 } }, { token: owner });
    expect(list).toMatchObject(
      [other, member].map((id) => ({ action: "user.mute", target: String(id), reason: "一起刷屏", undoable: true })),
    );
    await undo();
    expect([await kindsOf(member), await kindsOf(other)]).toEqual([["mute"], []]);
  });

  test("are unmuted together within ten seconds without ever being notified; an earlier sanction is in force again", async () => {
    const other = await upstream.addUser("同伙");
    await impose({ days: 1 });
    const told = (await messages()).length;
    const before = await sanctions();
    const { undo: offer } = await imposeEach([member, other], { days: 30 });
    if (!offer) throw new Error("nothing to take back");
    const takeBack = (token = moderator) => upstream.call(adminUserApi.undoSanctions, { body: offer }, { token });
    expect(await refusalOf(takeBack(owner))).toContain("NOT_FOUND");
    expect((await takeBack()).undone).toHaveLength(2);
    expect(await sanctions()).toEqual(before);
    expect(await refusalOf(takeBack())).toContain("CONFLICT");
    now += 10_000;
    expect(await messages()).toHaveLength(told);
    const late = await imposeEach([other]);
    now += 10_000;
    const { undo: over } = late;
    expect(
      await refusalOf(upstream.call(adminUserApi.undoSanctions, { body: over ?? { log: [] } }, { token: moderator })),
    ).toContain("CONFLICT");
  });

  test("are released from all sanctions, each notified ten seconds later unless undone; those without a sanction are named", async () => {
    const other = await upstream.addUser("同伙");
    const liftEach = (body: Partial<CallInput<typeof adminUserApi.liftEach>["body"]> = {}, token = owner) =>
      upstream.call(
        adminUserApi.liftEach,
        { body: { userIds: [member, other, 99_999], reason: "误会", ...body } },
        { token },
      );
    await impose({ days: 7 });
    await impose({ kind: "read-only" }, owner);
    const before = await databaseState(upstream.services.db);
    const expected = {
      done: [{ userId: member }],
      failed: [
        { userId: other, code: "CONFLICT", message: "没有生效中的处罚" },
        { userId: 99_999, code: "NOT_FOUND" },
      ],
    };
    expect(await liftEach({ dryRun: true })).toMatchObject({ ...expected, undo: null });
    // A moderator may only mute: a sanction that they may not lift keeps the others, too.
    expect(await liftEach({}, moderator)).toMatchObject({
      done: [],
      failed: [{ userId: member, code: "FORBIDDEN" }, {}, {}],
    });
    expect(await databaseState(upstream.services.db)).toEqual(before);

    const told = (await messages()).length;
    const { undo: offer, ...outcome } = await liftEach();
    expect(outcome).toMatchObject(expected);
    expect((await seen()).sanctions.filter(({ inForce }) => inForce)).toEqual([]);
    expect(await refusalOf(comment())).toBe("SUCCESS");
    await upstream.call(adminUserApi.undoSanctions, { body: offer ?? { log: [] } }, { token: owner });
    expect((await seen()).sanctions.filter(({ inForce }) => inForce)).toHaveLength(2);
    await liftEach();
    expect(await messages()).toHaveLength(told);
    now += 10_000;
    expect(await messages()).toHaveLength(told + 2);
  });

  test("can be given no sanction that the caller may not impose on one", async () => {
    const before = await databaseState(upstream.services.db);
    expect(await refusalOf(imposeEach([member], { kind: "ban" }))).toContain("FORBIDDEN");
    expect(await refusalOf(imposeEach([member], { days: null }))).toContain("你的角色最多禁言 30 天");
    expect(await refusalOf(imposeEach([member], {}, support))).toContain("FORBIDDEN");
    expect(await databaseState(upstream.services.db)).toEqual(before);
  });
});

describe("a ban", () => {
  test("ends every session, refuses the next login with its reason, and expires at its time", async () => {
    const token = await upstream.tokenOf(member);
    const login = async () => {
      const code = await sentCode(upstream, PHONE, "login");
      return refusalOf(upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: PHONE, code } }));
    };
    await impose({ kind: "ban", days: 7 }, owner);
    expect(await refusalOf(upstream.call(userApi.tokenQueryClientUser, {}, { token }))).toContain("NOT_LOGIN");
    expect((await seen()).logins).toEqual([]);
    expect(await login()).toBe(
      "FORBIDDEN: 你的账号已被封禁至 2026 年 3 月 8 日 16:00，期间不能登录。原因：到处发广告。",
    );
    expect((await seen()).logins, "a refused login").toEqual([]);
    now += 7 * DAY;
    expect(await login()).toBe("SUCCESS");
  });
});

describe("a sanction of an account that is closed", () => {
  const login = async () => {
    const code = await sentCode(upstream, PHONE, "login");
    return upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: PHONE, code } });
  };
  const close = () => transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, member));
  const kept = () => upstream.services.db.selectFrom("carried_sanctions").selectAll().execute();

  test("applies again to an account registered with the same number until it ends, and stores only a hash of the number", async () => {
    await impose({ days: 7 });
    await close();
    const [row] = await kept();
    expect(row).toMatchObject({
      kind: "mute",
      until_at: "2026-03-08T08:00:00.000Z",
      forget_at: "2026-03-08T08:00:00.000Z",
    });
    expect(JSON.stringify(row)).not.toContain(PHONE);
    now += DAY;
    const { userId } = await login();
    expect(userId).not.toBe(member);
    const again = await upstream.call(adminUserApi.get, { params: { id: userId } }, { token: owner });
    expect(again.sanctions).toMatchObject([{ kind: "mute", until: "2026-03-08T08:00:00.000Z", inForce: true }]);
    expect(await kept()).toEqual([]);
  });

  test("prevents somebody banned permanently from registering again, and leaves no new account", async () => {
    await impose({ kind: "ban", days: null }, owner);
    await close();
    now += DAY;
    const before = await upstream.services.db.selectFrom("users").select("id").execute();
    expect(await refusalOf(login())).toMatch(/^FORBIDDEN: 你的账号已被长期封禁/);
    now += DAY;
    expect(await refusalOf(login())).toMatch(/^FORBIDDEN: 你的账号已被长期封禁/);
    expect(await upstream.services.db.selectFrom("users").select("id").execute()).toEqual(before);
  });

  test("is deleted when it ends, and after two years at the latest; lifted ones are not kept", async () => {
    await impose({ kind: "ban", days: null }, owner);
    await close();
    now += 2 * 365 * DAY;
    await sweep(upstream.services);
    expect(await kept()).toEqual([]);
    expect(await refusalOf(login())).toBe("SUCCESS");
  });
});

test("nobody can sanction themselves, an owner, or staff of equal rank", async () => {
  const of = async (role: "owner" | "moderator" | "support") => {
    const { list } = await upstream.call(adminUserApi.list, { query: { state: "staff" } }, { token: owner });
    return list.find(({ roles }) => roles.includes(role))?.userId ?? 0;
  };
  const other = await addStaff(upstream, "moderator");
  const [boss, mod, help] = [await of("owner"), other, await of("support")];
  expect(await refusalOf(impose({ userId: boss }, owner))).toContain("FORBIDDEN: 不能对自己这样做");
  for (const userId of [boss, mod]) expect(await refusalOf(impose({ userId }, moderator))).toContain("FORBIDDEN");
  const end = (userId: number, token: string) =>
    refusalOf(upstream.call(adminUserApi.endSessions, { body: { userId, reason: "丢了手机" } }, { token }));
  expect(await end(boss, support)).toContain("FORBIDDEN: 不能对站长这样做");
  const second = await staffToken(upstream, await addStaff(upstream, "owner"));
  expect(await refusalOf(impose({ userId: boss }, second))).toContain("不能对站长这样做");
  expect(await refusalOf(impose({ userId: mod, kind: "ban", days: null }, owner))).toBe("SUCCESS");
  expect(await refusalOf(impose({ userId: help }, moderator))).toBe("SUCCESS");
});

test("members are found by name, id, URL, phone number and its last digits; phone numbers are masked", async () => {
  const found = async (query: object) =>
    (await upstream.call(adminUserApi.list, { query }, { token: support })).list.map(({ userId }) => userId);
  for (const q of ["刷屏_", `#${member}`, `http://a.cn/u/${member}`, PHONE, "1234"]) {
    expect(await found({ q }), q).toEqual([member]);
  }
  // Others may have the digit in their names.
  expect(await found({ q: String(member) })).toContain(member);
  expect(await found({ q: "%" })).toEqual([]);
  expect(await found({ q: "刷屏x" })).toEqual([]);
  await impose({});
  expect(await found({ state: "sanctioned" })).toEqual([member]);
  expect(await found({ state: "closed" })).toEqual([]);
  expect(await found({ state: "staff" })).toHaveLength(3);
  now += 8 * DAY;
  const late = await upstream.addUser("新来的");
  const { list } = await upstream.call(adminUserApi.list, { query: { state: "new" } }, { token: support });
  expect(list.map(({ userId, phone }) => [userId, phone])).toEqual([[late, null]]);
  expect(await found({ state: "sanctioned" }), "run out").toEqual([]);
  expect((await seen()).phone).toBe("138****1234");
});

test("the whole phone number is shown for a reason, which is logged without the number", async () => {
  const body = { userId: member, reason: "用户来电核实" };
  expect(await refusalOf(upstream.call(adminUserApi.reveal, { body }, { token: support }))).toContain("FORBIDDEN");
  expect(await upstream.call(adminUserApi.reveal, { body }, { token: owner })).toEqual({ phone: PHONE });
  expect(await lastLog()).toMatchObject({ action: "user.reveal", target: String(member), reason: "用户来电核实" });
  const rows = await upstream.services.db.selectFrom("audit_log").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(PHONE);
});

test("staff without access to reports, orders or rights see nothing of them; all sessions of a member can be ended", async () => {
  await upstream.tokenOf(member);
  const { db } = upstream.services;
  const report = { reason: "spam" as const, detail: "", created_at: new Date(now).toISOString(), reporter_id: member };
  await db
    .insertInto("reports")
    .values({ ...report, target_kind: "user", target_id: member })
    .execute();
  await comment();
  const { id } = await db.selectFrom("comments").select("id").executeTakeFirstOrThrow();
  await db
    .insertInto("reports")
    .values({ ...report, target_kind: "comment", target_id: id })
    .execute();
  const whole = await seen();
  expect(whole).toMatchObject({ reports: { open: 2 }, orders: { all: 0 }, rights: [], counts: { comment: 1 } });
  expect(await seen(moderator)).toMatchObject({ reports: { open: 2 }, orders: null, rights: null });
  expect(await seen(support)).toMatchObject({ reports: null, orders: { all: 0 }, rights: [] });
  expect(whole.logins.length).toBeGreaterThan(0);
  const body = { userId: member, reason: "丢了手机" };
  const { ended } = await upstream.call(adminUserApi.endSessions, { body }, { token: support });
  expect(ended).toBe(whole.logins.length);
  expect((await seen()).logins).toEqual([]);
});
