import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminCodeApi } from "#app/contract/admin/zhiku/code";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { undoneState } from "#tests/upstream/support/database-state";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { asStaff } from "#upstream/command-line/as-staff";
import type { Options } from "#upstream/command-line/command";
import { COMMANDS } from "#upstream/command-line/commands";

const api = adminCodeApi;

let shop: Shop;
let year: number;
let reader: number;
let finance: string;
let owner: string;

beforeEach(async () => {
  shop = await createShop();
  year = await shop.addOffer();
  reader = await shop.upstream.addUser("读者");
  finance = await staffToken(shop.upstream, await addStaff(shop.upstream, "finance"));
  owner = await staffToken(shop.upstream, await addStaff(shop.upstream, "owner"));
});
afterEach(() => shop.upstream.close());

type NewBatch = { count?: number; expiresAt?: string | null; note?: string; offerId?: number; idempotencyKey?: string };
const add = ({ count = 3, expiresAt = null, ...more }: NewBatch = {}) =>
  shop.upstream.call(api.add, { body: { offerId: year, count, expiresAt, ...more } }, { token: finance });
/** A batch with its codes. */
const made = async (batch?: NewBatch) => {
  const { id, codes } = await add(batch);
  return { id, codes: codes ?? [] };
};
const redeem = (code = "", as = reader) =>
  shop.upstream.call(zhikuOrderApi.create, { body: { channel: "redeem", code } }, { as });
const seen = (id: number, query: { state?: "left" | "void"; cursor?: string; limit?: number } = {}) =>
  shop.upstream.call(api.get, { params: { id }, query }, { token: finance });
const declareVoid = (id: number, numbers?: number[]) =>
  shop.upstream.call(api.void, { body: { id, numbers, reason: "发错了人" } }, { token: finance });
const restore = (id: number, numbers?: number[]) =>
  shop.upstream.call(api.restore, { body: { id, numbers } }, { token: finance });
const log = async () => (await shop.upstream.call(auditApi.list, { query: {} }, { token: owner })).list;
const undoNewest = async () => {
  const [newest] = await log();
  return shop.upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0 } }, { token: owner });
};
const state = () => undoneState(shop.upstream.services.db);

describe("a batch of codes", () => {
  test("shows its codes once, stores only hashes, and each code works once", async () => {
    const { id, codes } = await made({ count: 1000, note: "给合作方" });
    expect(new Set(codes).size).toBe(1000);
    expect(codes.every((code) => /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/.test(code))).toBe(true);
    const everything = JSON.stringify(await state());
    expect(everything).not.toContain(codes[0]);
    expect(everything).not.toContain(codes[0]?.replaceAll("-", ""));
    await redeem(codes[4]);
    const batch = await seen(id, { limit: 5 });
    expect(batch).toMatchObject({
      count: 1000,
      note: "给合作方",
      expiresAt: null,
      nextCursor: "5",
      offer: { id: year, name: "全库一年", category: null, days: 365, onSale: true },
      counts: { left: 999, used: 1, void: 0, expired: 0 },
    });
    expect(batch.list.at(-1)).toMatchObject({
      number: 5,
      tail: codes[4]?.slice(-4),
      state: "used",
      usedBy: { userId: reader, nickname: "读者" },
      usedAt: shop.now().toISOString(),
    });
    const next = await seen(id, { cursor: "5", limit: 5 });
    expect(next.list.map(({ number, tail }) => [number, tail])).toEqual(
      [6, 7, 8, 9, 10].map((number) => [number, codes[number - 1]?.slice(-4)]),
    );
    const { list, total } = await shop.upstream.call(api.list, { query: {} }, { token: finance });
    expect([total, list[0]?.counts]).toEqual([1, { left: 999, used: 1, void: 0, expired: 0 }]);
    expect(await log()).toMatchObject([{ action: "code.add", kind: "code", target: String(id) }]);
  });

  test("submitted twice by one form is created once, and the second reply shows no codes", async () => {
    const idempotencyKey = "0123456789abcdef";
    const both = await Promise.all([add({ idempotencyKey }), add({ idempotencyKey })]);
    expect(both.map(({ id }) => id)).toEqual([both[0]?.id, both[0]?.id]);
    expect(both.filter(({ codes }) => codes !== null)).toHaveLength(1);
    expect(await add({ idempotencyKey })).toEqual({ id: both[0]?.id, codes: null });
    expect(await outcomeOf(add({ idempotencyKey, count: 4 }))).toBe("ALREADY_SUBMITTED");
    expect((await shop.upstream.call(api.list, { query: {} }, { token: finance })).total).toBe(1);
  });

  test("is refused with a message per field, and nothing is stored", async () => {
    const before = await state();
    expect(await outcomeOf(add({ count: 0 }))).toEqual({ count: "至少 1 个" });
    expect(await outcomeOf(add({ count: 1001 }))).toEqual({ count: "一批至多 1000 个" });
    expect(await outcomeOf(add({ count: Number.NaN }))).toEqual({ count: "请填写个数" });
    expect(await outcomeOf(add({ offerId: 999 }))).toBe("NOT_FOUND");
    expect(await outcomeOf(add({ expiresAt: "明天" }))).toEqual({ expiresAt: "不是有效的时间" });
    expect(await outcomeOf(add({ expiresAt: "2199-12-24 9:30" }))).toEqual({ expiresAt: "不是有效的时间" });
    expect(await outcomeOf(add({ expiresAt: shop.now().toISOString() }))).toEqual({ expiresAt: "这个时间已经过了" });
    expect(await state()).toEqual(before);
  });

  test("can be for an offer that is not on sale, as for gifts", async () => {
    const gift = await shop.addOffer({ name: "赠送一月", days: 30, onSale: false });
    const { codes } = await made({ offerId: gift });
    expect((await redeem(codes[0])).order.offer.name).toBe("赠送一月");
    const offers = await shop.upstream.call(api.offers, {}, { token: finance });
    expect(offers.map(({ name, onSale }) => [name, onSale])).toEqual([
      ["全库一年", true],
      ["赠送一月", false],
    ]);
  });

  test("says when it expired to whoever redeems one of its codes too late", async () => {
    const { id, codes } = await made({ expiresAt: "2026-03-02T12:00:00+08:00" });
    expect(await outcomeOf(redeem(codes[0]))).toBe("SUCCESS");
    shop.wait(24 * 3_600_000);
    expect(await outcomeOf(redeem(codes[1]))).toEqual({ code: "这个兑换码已于 2026 年 3 月 2 日 12:00 过期" });
    expect((await seen(id)).counts).toEqual({ left: 0, used: 1, void: 0, expired: 2 });
  });

  test("can be undone from the log while none of its codes is used", async () => {
    const before = await state();
    const { codes } = await made();
    await undoNewest();
    expect(await state()).toEqual(before);
    expect(await outcomeOf(redeem(codes[0]))).toEqual({ code: "兑换码不正确，或已经用过" });

    const used = await made();
    const [entry] = await log();
    await redeem(used.codes[0]);
    const refused = shop.upstream.call(auditApi.undo, { body: { id: entry?.id ?? 0 } }, { token: owner });
    expect(await outcomeOf(refused)).toBe("CONFLICT");
  });
});

describe("the command line", () => {
  const run = async (name: string, options: Partial<Options>, { dryRun = false, from = "." } = {}) => {
    const { userId } = await shop.upstream.services.db
      .selectFrom("staff")
      .select("user_id as userId")
      .where("role", "=", "owner")
      .executeTakeFirstOrThrow();
    const { program } = shop.upstream;
    return asStaff(program, { userId, dryRun }, async (caller) =>
      COMMANDS[name]?.run({
        upstream: program,
        caller,
        words: [],
        from,
        options: options as Options,
        flags: { dryRun, csv: false },
      }),
    );
  };

  test("writes codes to a new file only, and voids codes", async () => {
    const from = await mkdtemp(join(tmpdir(), "codes-"));
    const wanted = { offer: String(year), count: "2", until: "2026-12-31", note: "线下活动", out: "codes.csv" };
    expect(await run("code make", wanted, { dryRun: true, from })).toBe("会生成 2 个兑换码");
    expect(await readdir(from)).toEqual([]);
    await expect(run("code make", { ...wanted, offer: "999" }, { from })).rejects.toThrow("没有这项权益");
    expect(await readdir(from)).toEqual([]);
    expect(await run("code make", wanted, { from })).toMatch(/^第 \d+ 批 2 个兑换码在 codes\.csv 里，本站不留原文$/);
    const lines = (await readFile(join(from, "codes.csv"), "utf8")).split("\r\n");
    expect(lines).toEqual(['\uFEFF"序号","兑换码"', expect.any(String), expect.any(String), ""]);
    await expect(run("code make", wanted, { from })).rejects.toThrow("--out 的文件已经有了");
    expect((await readFile(join(from, "codes.csv"), "utf8")).split("\r\n")).toEqual(lines);
    const [{ id = 0, expiresAt = "" } = {}] = (await shop.upstream.call(api.list, { query: {} }, { token: finance }))
      .list;
    expect(expiresAt).toBe("2026-12-31T16:00:00.000Z");
    const [code = ""] = /(?<=^"1",")[^"]+/.exec(lines[1] ?? "") ?? [];
    expect(await run("code void", { id: String(id), numbers: "2", reason: "印错了" })).toBe("已作废 1 个");
    expect(await run("code void", { id: String(id), reason: "印错了" }, { dryRun: true })).toBe("会作废 1 个");
    expect(await outcomeOf(redeem(code))).toBe("SUCCESS");
    expect(await run("code restore", { id: String(id) })).toBe("已恢复 1 个");
    await rm(from, { recursive: true });
  });

  test("prints codes if no file is given, and says which options are missing", async () => {
    const printed = await run("code make", { offer: String(year), count: "2" });
    expect(String(printed).split("\n")).toHaveLength(2);
    await expect(run("code make", { count: "2" })).rejects.toThrow("--offer 要一项权益的编号");
    await expect(run("code make", { offer: "1", count: "2", until: "明年" })).rejects.toThrow("--until 写成");
    await expect(run("code void", { id: "1", numbers: "a" })).rejects.toThrow("--numbers 是");
  });
});

describe("void codes", () => {
  test("open nothing and say so; codes already used stay used, and the others still work", async () => {
    const { id, codes } = await made({ count: 4 });
    await redeem(codes[0]);
    expect(await declareVoid(id, [1, 2])).toEqual({ changed: 1 });
    expect(await outcomeOf(redeem(codes[1]))).toEqual({ code: "这个兑换码已经作废，请联系给你兑换码的人" });
    expect((await seen(id)).counts).toEqual({ left: 2, used: 1, void: 1, expired: 0 });
    expect((await seen(id, { state: "void" })).list.map(({ number }) => number)).toEqual([2]);
    expect(await outcomeOf(redeem(codes[2], await shop.upstream.addUser("另一位")))).toBe("SUCCESS");
    expect(await declareVoid(id)).toEqual({ changed: 1 });
    expect(await outcomeOf(declareVoid(id)), "nothing left").toBe("CONFLICT");
    expect(await shop.rightsOf(reader), "what was redeemed").toHaveLength(1);
    expect((await log()).map(({ action, reason }) => [action, reason])).toEqual([
      ["code.void", "发错了人"],
      ["code.void", "发错了人"],
      ["code.add", ""],
    ]);
  });

  test("can be made valid again, all or some of them", async () => {
    const { id, codes } = await made();
    await declareVoid(id);
    expect(await restore(id, [2])).toEqual({ changed: 1 });
    expect(await outcomeOf(redeem(codes[1]))).toBe("SUCCESS");
    expect(await restore(id)).toEqual({ changed: 2 });
    expect(await outcomeOf(redeem(codes[0]))).toBe("SUCCESS");
    expect(await outcomeOf(restore(id))).toBe("CONFLICT");
    expect(await outcomeOf(declareVoid(999))).toBe("NOT_FOUND");
    expect(await outcomeOf(declareVoid(id, []))).toEqual({ numbers: "请先选中兑换码" });
  });

  test("are restored from the log to what they were", async () => {
    const { id } = await made();
    await declareVoid(id, [1]);
    shop.wait(60_000);
    const one = await state();
    await declareVoid(id);
    const all = await state();
    await undoNewest();
    expect(await state()).toEqual(one);
    await declareVoid(id);
    await restore(id);
    await undoNewest();
    expect(await state()).toEqual(all);
  });

  test("are not restored by an undo if somebody has changed them since", async () => {
    const { id, codes } = await made();
    await declareVoid(id, [1]);
    const [voided] = await log();
    await restore(id, [1]);
    const [restored] = await log();
    await redeem(codes[0]);
    for (const entry of [voided, restored]) {
      const undo = shop.upstream.call(auditApi.undo, { body: { id: entry?.id ?? 0 } }, { token: owner });
      expect(await outcomeOf(undo)).toBe("CONFLICT");
    }
  });

  test("conflict with a concurrent redemption: exactly one of the two succeeds", async () => {
    const { id, codes } = await made({ count: 1 });
    const [used, declared] = await Promise.all([outcomeOf(redeem(codes[0])), outcomeOf(declareVoid(id))]);
    expect([used === "SUCCESS", declared === "SUCCESS"].filter(Boolean)).toHaveLength(1);
    expect(await shop.rightsOf(reader)).toHaveLength(used === "SUCCESS" ? 1 : 0);
  });
});

test("creating, voiding and restoring codes requires verification again; reading them does not", async () => {
  const { id } = await made();
  await shop.upstream.services.db.updateTable("sessions").set({ sudo_until: "" }).execute();
  expect(await outcomeOf(seen(id))).toBe("SUCCESS");
  for (const ask of [() => add(), () => declareVoid(id), () => restore(id)])
    expect(await outcomeOf(ask())).toBe("SUDO_REQUIRED");
});
