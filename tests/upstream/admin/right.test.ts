import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { notificationApi } from "#app/contract/notification/notification";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { undoneState } from "#tests/upstream/support/database-state";
import type { CallError } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { asStaff } from "#upstream/command-line/as-staff";
import type { Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";
import { bump } from "#upstream/db/versions";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { CATEGORIES_KEY } from "#upstream/modules/zhiku/category/tree";
import { notifyEndingRights } from "#upstream/modules/zhiku/rights/notify-ending";

const api = adminRightApi;
const DAY = 24 * 3_600_000;

let shop: Shop;
let growth: number;
let reader: number;
let other: number;
let finance: string;
let owner: string;

beforeEach(async () => {
  shop = await createShop();
  growth = shop.categories.growth;
  reader = await addProfessional(shop.upstream, "读者", "15100000001");
  other = await addProfessional(shop.upstream, "另一位", "15100000002");
  finance = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance"));
  owner = await staffToken(shop.upstream, await addStaff(shop.upstream, "owner"));
});
afterEach(() => shop.upstream.close());

type Grant = {
  people?: string;
  categoryId?: number | null;
  days?: number | null;
  until?: string | null;
  idempotencyKey?: string;
};
const grant = (more: Grant = {}) => {
  const body = { people: String(reader), categoryId: growth, days: 30, until: null, reason: "活动奖励", ...more };
  return shop.upstream.call(api.grant, { body }, { token: finance });
};
const revoke = (...ids: number[]) =>
  shop.upstream.call(api.revoke, { body: { ids, reason: "发错了人" } }, { token: finance });
const check = async (text: string) =>
  (await shop.upstream.call(api.check, { body: { text } }, { token: finance })).lines.map(
    ({ line, state, problem }) => [line, problem || state],
  );
const bringIn = (text: string) =>
  shop.upstream.call(api.import, { body: { text, reason: "年度客户" } }, { token: finance });
type Listing = {
  member?: string;
  category?: string;
  state?: "active" | "expired";
  source?: "operator" | "redeem";
  cursor?: string;
  limit?: number;
};
const listed = (query: Listing = {}) => shop.upstream.call(api.list, { query }, { token: finance });
const answerOf = (promise: Promise<unknown>) =>
  promise
    .then(() => "SUCCESS")
    .catch(({ data, message }: CallError) => (data as { fields?: object } | null)?.fields ?? message);
const told = async (as: number) =>
  (await shop.upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list.map(
    ({ title, excerpt }: { title?: string; excerpt?: string }) => [title, excerpt],
  );
const log = async () => (await shop.upstream.call(auditApi.list, { query: {} }, { token: owner })).list;
const undo = (id: number | undefined) => shop.upstream.call(auditApi.undo, { body: { id: id ?? 0 } }, { token: owner });
const undoNewest = async () => undo((await log())[0]?.id);
const state = () => undoneState(shop.upstream.services.db);
const spans = async (userId = reader) =>
  (await shop.rightsOf(userId)).map(({ from_at, until_at }) => [from_at.slice(0, 10), until_at.slice(0, 10)]);
const redeemed = async (days: number, as = reader) => {
  const offerId = await shop.addOffer({ categoryId: growth, days });
  const [code = ""] = await shop.addCodes(offerId);
  return shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as });
};

describe("a right that is given by hand", () => {
  test("to several people by number or phone starts now, and each is notified", async () => {
    const { granted } = await grant({ people: `#${reader}，15100000002\n${reader}` });
    expect(granted.map(({ userId, nickname, until }) => [userId, nickname, until])).toEqual([
      [reader, "读者", "2026-03-31T08:00:00.000Z"],
      [other, "另一位", "2026-03-31T08:00:00.000Z"],
    ]);
    expect(await told(reader)).toEqual([
      ["你获得了知库权益「增长」，到 2026 年 3 月 31 日 16:00 为止", "原因：活动奖励"],
    ]);
    expect((await log()).map(({ action, reason }) => [action, reason])).toEqual([
      ["right.grant", "活动奖励"],
      ["right.grant", "活动奖励"],
    ]);
    const { list } = await listed();
    expect(list[1]).toMatchObject({
      category: { name: "增长" },
      state: "active",
      source: "operator",
      orderNo: null,
      paid: false,
      owner: { userId: reader, nickname: "读者", phone: "151****0001" },
    });
  });

  test("for days continues where their current right ends; until a day, it ends with that day in China", async () => {
    await grant({ days: 10 });
    await grant({ days: 5 });
    await grant({ days: null, until: "2026-03-20" });
    expect(await shop.rightsOf(reader)).toMatchObject([
      { from_at: "2026-03-01T08:00:00.000Z", until_at: "2026-03-11T08:00:00.000Z" },
      { from_at: "2026-03-20T16:00:00.000Z", until_at: "2026-03-25T16:00:00.000Z" },
      { from_at: "2026-03-01T08:00:00.000Z", until_at: "2026-03-20T16:00:00.000Z" },
    ]);
    expect((await told(reader)).map(([, excerpt]) => excerpt)).toContain(
      "从 2026 年 3 月 11 日 16:00 起。原因：活动奖励",
    );
    expect(await answerOf(grant({ days: null, until: "2026-03-20" }))).toEqual({
      until: `读者 #${reader} 已经有到这一天，或更久的`,
    });
  });

  test("until a day postpones bought days, active or waiting, so that they are not lost", async () => {
    for (const as of [reader, other]) {
      await redeemed(20, as);
      await redeemed(5, as);
    }
    await grant({ days: null, until: "2026-03-31" });
    expect(await spans()).toEqual([
      ["2026-03-31", "2026-04-20"],
      ["2026-04-20", "2026-04-25"],
      ["2026-03-01", "2026-03-31"],
    ]);
    const before = await state();
    await bringIn("15100000002,全部,2026-03-31");
    expect((await spans(other))[1]).toEqual(["2026-04-20", "2026-04-25"]);
    await undoNewest();
    expect(await state(), "bought days begin when they would have").toEqual(before);
    const [{ id = 0 } = {}] = (await listed({ member: String(reader), source: "operator" })).list;
    await revoke(id);
    expect((await spans())[1]).toEqual(["2026-03-21", "2026-03-26"]);
  });

  test("submitted twice by one form is granted once", async () => {
    const idempotencyKey = "0123456789abcdef";
    const both = await Promise.all([grant({ idempotencyKey }), grant({ idempotencyKey })]);
    expect(both[0]).toEqual(both[1]);
    expect(await shop.rightsOf(reader)).toHaveLength(1);
    expect(await told(reader)).toHaveLength(1);
  });

  test("is granted to all of the named people or to none", async () => {
    const closed = await shop.upstream.addUser("走了的");
    await shop.upstream.services.db.transaction().execute((trx) => deleteUser(trx, shop.upstream.services, closed));
    const before = await state();
    for (const [more, fields] of [
      [
        { people: `${reader} 13900000009 abc #99999 ${closed}` },
        { people: `没有这些账号：13900000009、abc、#99999、${closed}` },
      ],
      [{ people: " ， " }, { people: "请写发给谁" }],
      [{ categoryId: 999 }, "NOT_FOUND: 没有这个分类"],
      [{ days: 0 }, { days: "至少 1 天" }],
      [{ days: 4000 }, { days: "最多 3650 天" }],
      [{ days: null }, { days: "天数和截止的日子，填其中一样" }],
      [{ until: "2026-12-31" }, { days: "天数和截止的日子，填其中一样" }],
      [{ days: null, until: "2026-02-28" }, { until: "这一天已经过了" }],
      [{ days: null, until: "明天" }, { until: "请写成 2026-03-01 的样子" }],
    ] as const) {
      expect(await answerOf(grant(more))).toEqual(fields);
    }
    expect(await state()).toEqual(before);
  });

  test("can be undone from the log together with its message, unless it was changed", async () => {
    const before = await state();
    await grant();
    await undoNewest();
    expect(await state()).toEqual(before);
    await grant({ days: 10 });
    const [first] = await log();
    shop.wait(2 * DAY);
    await grant({ days: 5 });
    const [second] = await log();
    await undo(first?.id);
    expect(await spans(), "one that follows begins now").toEqual([["2026-03-03", "2026-03-08"]]);
    await undo(second?.id);
    expect(await state()).toEqual(before);
    const { granted } = await grant();
    const [again] = await log();
    await revoke(granted[0]?.id ?? 0);
    expect(await answerOf(undo(again?.id))).toMatch(/^CONFLICT: 其中有之后收回/);
  });
});

describe("a right that is taken back", () => {
  test("ends now, following ones start now, and its owner reads the reason", async () => {
    await grant({ days: 10 });
    await redeemed(20);
    await grant({ days: 5 });
    const [first] = (await listed()).list.slice(-1);
    shop.wait(2 * DAY);
    expect(await revoke(first?.id ?? 0)).toEqual({ ended: 1 });
    expect(await spans()).toEqual([
      ["2026-03-01", "2026-03-03"],
      ["2026-03-03", "2026-03-23"],
      ["2026-03-23", "2026-03-28"],
    ]);
    expect((await told(reader))[0]).toEqual([
      "你的知库权益「增长」已被收回",
      "原因：发错了人。如有异议，请按“关于我们”里的联系方式联系我们。",
    ]);
    expect(await answerOf(revoke(first?.id ?? 0))).toMatch(/^CONFLICT: 第 \d+ 项权益已经结束了/);
  });

  test("does not move up a following one if another right lasts until then", async () => {
    const [{ id: short = 0 } = {}] = (await grant({ days: 10 })).granted;
    const [{ id: long = 0 } = {}] = (await grant({ days: null, until: "2026-03-31" })).granted;
    await grant({ days: 5 });
    await revoke(short);
    expect((await spans())[2]).toEqual(["2026-03-31", "2026-04-05"]);
    await undoNewest();
    await revoke(long);
    expect((await spans())[2], "where the shorter one ends").toEqual(["2026-03-11", "2026-03-16"]);
  });

  test("together with another moves up what waited for either", async () => {
    const [{ id: short = 0 } = {}] = (await grant({ days: null, until: "2026-03-31" })).granted;
    await grant({ days: 5 });
    const [{ id: long = 0 } = {}] = (await grant({ days: null, until: "2026-04-30" })).granted;
    await revoke(short, long);
    expect((await spans())[1]).toEqual(["2026-03-01", "2026-03-06"]);
  });

  test("no longer hides that another ends within a week, nor does one whose grant is undone", async () => {
    const ending = async () => {
      await notifyEndingRights(shop.upstream.services);
      return (await told(reader)).filter(([title]) => title?.includes("到期")).length;
    };
    await redeemed(5);
    const [{ id = 0 } = {}] = (await grant({ days: null, until: "2026-03-31" })).granted;
    expect(await ending()).toBe(0);
    await revoke(id);
    expect(await ending()).toBe(1);
    await grant({ people: String(other), days: 5 });
    await grant({ people: String(other), categoryId: null });
    await notifyEndingRights(shop.upstream.services);
    await undoNewest();
    await notifyEndingRights(shop.upstream.services);
    expect((await told(other))[0]?.[0]).toContain("到期");
  });

  test("can't be one that was bought, which ends by a refund of its order; a redeemed one can", async () => {
    const year = await shop.addOffer();
    const { orderNo } = await shop.order(reader, year);
    shop.pay.pay(orderNo, { quietly: true });
    await shop.pay.notify(orderNo);
    const [paid] = (await listed()).list;
    expect(paid).toMatchObject({ source: "order", orderNo, paid: true });
    await redeemed(30);
    const [coded] = (await listed({ source: "redeem" })).list;
    const before = await state();
    const refused = `CONFLICT: 第 ${paid?.id} 项权益是付款买的，请到订单 ${orderNo} 退款，到账后随之结束`;
    expect(await answerOf(revoke(coded?.id ?? 0, paid?.id ?? 0)), "neither of both").toBe(refused);
    expect(await state()).toEqual(before);
    expect(await answerOf(revoke(coded?.id ?? 0))).toBe("SUCCESS");
    const order = await shop.upstream.call(adminOrderApi.get, { params: { no: orderNo } }, { token: finance });
    expect(order.state).toBe("paid");
  });

  test("is restored from the log with all that moved up, unless there are new ones since", async () => {
    await grant({ days: 10 });
    await grant({ days: 5 });
    await grant({ categoryId: null });
    const [all, later, first] = (await listed()).list;
    shop.wait(DAY);
    const before = await state();
    await revoke(first?.id ?? 0, all?.id ?? 0);
    const [one, two] = await log();
    await undo(one?.id);
    await undo(two?.id);
    expect(await state()).toEqual(before);
    await revoke(later?.id ?? 0);
    const [revoked] = await log();
    await grant({ days: 5 });
    expect(await answerOf(undo(revoked?.id))).toMatch(/^CONFLICT: 之后又有了新的权益/);
  });

  test("is restored from the log to begin at once if what it waited for has ended meanwhile", async () => {
    const [{ id: first = 0 } = {}] = (await grant({ days: 10 })).granted;
    const [{ id: second = 0 } = {}] = (await grant({ days: 5 })).granted;
    await revoke(second);
    await revoke(first);
    await undo((await log())[1]?.id);
    expect((await spans())[1]).toEqual(["2026-03-01", "2026-03-06"]);
  });

  test("is revoked once if two staff do it at once", async () => {
    const [{ id = 0 } = {}] = (await grant()).granted;
    const both = await Promise.all([answerOf(revoke(id)), answerOf(revoke(id))]);
    expect(both.filter((one) => one === "SUCCESS")).toHaveLength(1);
    expect(await told(reader)).toHaveLength(2);
    expect(await answerOf(revoke(99_999))).toMatch(/^NOT_FOUND/);
  });
});

describe("a list of rights", () => {
  test("is filtered by person, category, state and source, and read by cursor", async () => {
    await grant();
    await grant({ people: String(other), categoryId: null, days: 1 });
    await redeemed(3, other);
    shop.wait(2 * DAY);
    const owners = async (query: Listing) => (await listed(query)).list.map(({ owner: { userId } }) => userId);
    expect(await owners({ member: String(reader) })).toEqual([reader]);
    expect(await owners({ member: "15100000002" })).toEqual([other, other]);
    expect(await owners({ category: "all" })).toEqual([other]);
    expect(await owners({ category: String(growth) })).toEqual([other, reader]);
    expect(await owners({ state: "expired" })).toEqual([other]);
    expect(await owners({ state: "active" })).toEqual([other, reader]);
    expect(await owners({ source: "operator" })).toEqual([other, reader]);
    const { list, nextCursor } = await listed({ limit: 2 });
    expect([list.length, await owners({ limit: 2, cursor: nextCursor ?? "" })]).toEqual([2, [reader]]);
    expect(await answerOf(listed({ member: "某人" }))).toEqual({ member: "请输入用户编号，或 11 位手机号" });
    expect(await answerOf(listed({ cursor: "x" }))).toHaveProperty("cursor");
  });

  test("imported from a file is first checked line by line", async () => {
    await grant({ days: null, until: "2026-06-30" });
    const before = await state();
    const file = [
      "\uFEFF手机号,分类,截止日",
      "15100000001,增长,2026-06-30",
      "151 0000 0002,全部,2026/12/31",
      `"15100000002","#${growth}","2026年12月31日"`,
      "15100000003,增长,2026-12-31",
      "1510000,增长,2026-12-31",
      "15100000001,没有的,2026-12-31",
      "15100000001,,2026-12-31",
      "15100000001,增长,2026-02-30",
      "15100000001,增长,2026-02-28",
      "15100000001,增长,2126-12-31",
      "15100000001,增长",
      "15100000001,增长,2026-12-31",
    ];
    expect(await check(file.join("\r\n"))).toEqual([
      [2, "same"],
      [3, "new"],
      [4, "new"],
      [5, "这个手机号没有账号"],
      [6, "手机号不对"],
      [7, "没有“没有的”这个分类"],
      [8, "没有写分类；全部分类写“全部”"],
      [9, "截止日写成 2026-12-31 的样子"],
      [10, "截止日已经过了"],
      [11, "截止日最远在 3650 天之后"],
      [12, "要有三格：手机号、分类、截止日；这里有 2 格"],
      [13, "和第 2 行是同一个人的同一个分类"],
    ]);
    expect(await answerOf(bringIn(file.join("\n")))).toEqual({
      text:
        "第 5 行：这个手机号没有账号；第 6 行：手机号不对；第 7 行：没有“没有的”这个分类；" +
        "第 8 行：没有写分类；全部分类写“全部”；第 9 行：截止日写成 2026-12-31 的样子；等 9 行",
    });
    expect(await state()).toEqual(before);
  });

  test("is imported completely, once however often it is submitted, and undone completely", async () => {
    const before = await state();
    const file = "15100000001,增长,2026-12-31\n15100000002,全部,2026-12-31\n15100000002,财务,2026-12-31";
    expect(await bringIn(file)).toEqual({ granted: 3, same: 0 });
    expect(await told(other)).toHaveLength(2);
    expect(await bringIn(file)).toEqual({ granted: 0, same: 3 });
    expect((await log()).map(({ action, target }) => [action, target])).toEqual([["right.import", "3 项"]]);
    await undoNewest();
    expect(await state()).toEqual(before);
  });

  test("with an ambiguous category name asks for the category's number", async () => {
    const { db } = shop.upstream.services;
    await db.updateTable("zhiku_categories").set({ name: "增长" }).where("id", "=", shop.categories.finance).execute();
    await shop.upstream.services.db.transaction().execute((trx) => bump(trx, [CATEGORIES_KEY]));
    expect(await check("15100000001,增长,2026-12-31")).toEqual([
      [1, `有 2 个分类叫“增长”，请写编号：${[growth, shop.categories.finance].join("、")}`],
    ]);
  });

  test("is refused completely if the file is no table, too long or empty", async () => {
    expect(await answerOf(check('15100000001,"增长'))).toEqual({ text: "第 1 行：引号没有配对" });
    expect(await answerOf(check("ÊÖ\uFFFD,a,b"))).toEqual({
      text: "文件不是 UTF-8 编码。请在表格软件里另存为“CSV UTF-8”，再选一次",
    });
    expect(await answerOf(check("手机号,分类,截止日\n"))).toEqual({ text: "名单里没有一行权益" });
    expect(await answerOf(check("1,2,3\n".repeat(1001)))).toEqual({ text: "一次至多 1000 行，这里有 1001 行" });
  });
});

describe("the command line", () => {
  const run = async (
    name: string,
    options: Partial<Options>,
    { dryRun = false, words = [] as string[], from = "." } = {},
  ) => {
    const staff = shop.upstream.services.db.selectFrom("staff").select("user_id").where("role", "=", "owner");
    const { user_id: userId } = await staff.executeTakeFirstOrThrow();
    const { program } = shop.upstream;
    return asStaff(program, { userId, dryRun }, async (caller) =>
      COMMANDS[name]?.run({
        upstream: program,
        caller,
        words,
        from,
        options: options as Options,
        flags: { dryRun, csv: false },
      }),
    );
  };

  test("grants, revokes and imports, with a dry run, and says what is wrong", async () => {
    const before = await state();
    const wanted = { phone: "15100000001", category: "all", days: "10", reason: "补偿" };
    expect(await run("right grant", wanted, { dryRun: true })).toBe("会发给 1 人");
    expect(await state()).toEqual(before);
    expect(await run("right grant", wanted)).toBe("已发给 1 人");
    expect(
      await run("right grant", {
        ids: `${reader},${other}`,
        category: String(growth),
        until: "2026-12-31",
        reason: "补偿",
      }),
    ).toBe("已发给 2 人");
    const { list } = (await run("right list", { phone: "15100000001" })) as Awaited<ReturnType<typeof listed>>;
    expect(list).toHaveLength(2);
    expect(await run("right revoke", { ids: list.map(({ id }) => id).join(","), reason: "重复" })).toBe("已收回 2 项");
    const from = await mkdtemp(join(tmpdir(), "rights-"));
    await writeFile(join(from, "good.csv"), "15100000001,全部,2026-12-31\n15100000002,增长,2026-12-31");
    await writeFile(
      join(from, "bad.csv"),
      "15100000001,全部,2026-12-31\n15100000009,增长,2026-12-31\n1,增长,2026-12-31",
    );
    await writeFile(join(from, "gbk.csv"), new Uint8Array([0xca, 0xd6, 0xbb, 0xfa, 0x2c, 0x61, 0x2c, 0x62]));
    const bring = (file: string, dryRun = false) =>
      run("right import", { reason: "年度客户" }, { words: [file], from, dryRun });
    expect(await bring("good.csv", true)).toBe("会发放 1 项，1 项原来就有");
    expect(await bring("good.csv")).toBe("已发放 1 项，1 项原来就有");
    await expect(bring("bad.csv")).rejects.toThrow("第 2 行：这个手机号没有账号\n第 3 行：手机号不对");
    await expect(bring("gbk.csv")).rejects.toThrow("另存为“CSV UTF-8”");
    await expect(run("right grant", { category: "all", days: "1", reason: "补偿" })).rejects.toThrow(
      "--phone 或 --ids",
    );
    await expect(run("right grant", { ...wanted, category: "增长" })).rejects.toThrow("--category 是");
    await rm(from, { recursive: true });
  });
});

test("granting and revoking rights requires verification again; reading them does not", async () => {
  await grant();
  const { db } = shop.upstream.services;
  const { id } = await db.selectFrom("zhiku_rights").select("id").executeTakeFirstOrThrow();
  await db.updateTable("sessions").set({ sudo_until: "" }).execute();
  expect((await shop.upstream.call(api.list, { query: {} }, { token: finance })).list).toHaveLength(1);
  for (const asked of [grant, () => revoke(id), () => bringIn("15100000001,全部,2199-01-01")]) {
    await expect(asked()).rejects.toMatchObject({ code: "SUDO_REQUIRED" });
  }
});
