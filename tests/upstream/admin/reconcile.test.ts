import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminReconcileApi } from "#app/contract/admin/zhiku/reconcile";
import { devApi } from "#app/contract/site/dev";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { asStaff } from "#upstream/command-line/as-staff";
import { COMMANDS } from "#upstream/command-line/commands";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { compareDay } from "#upstream/modules/zhiku/reconcile/compare";
import { reconcileYesterday } from "#upstream/modules/zhiku/reconcile/reconcile";
import type { BillLine } from "#upstream/services/pay/pay-bill";

/** The shop opens on this day, at four in the afternoon in China. */
const DAY = "2026-03-01";
const HOUR = 3_600_000;
const PRICE = 19_900;
let shop: Shop;
let buyer: number;
let staffId: number;
let token: string;
let noted: { event: string; fields: unknown }[];

beforeEach(async () => {
  shop = await createShop();
  const { upstream } = shop;
  buyer = await addProfessional(upstream, "买家", "15100000001");
  staffId = await addStaff(upstream, "finance");
  token = await staffToken(upstream, staffId);
  noted = [];
  upstream.services.note = (event, fields) => void noted.push({ event, fields });
});
afterEach(() => shop.upstream.close());

/** Orders from an offer of its own, as buying the same again would return the open order. */
const order = async () => {
  await shop.upstream.services.db.deleteFrom("rate_limits").execute();
  return (await shop.order(buyer, await shop.addOffer({ name: "全库一年,`带逗号`" }))).orderNo;
};
const bought = async () => {
  const orderNo = await order();
  shop.pay.pay(orderNo, { quietly: true });
  await shop.pay.notify(orderNo);
  return orderNo;
};
const refund = (orderNo: string) =>
  shop.upstream.call(adminOrderApi.refund, { body: { orderNo, reason: "重复购买" } }, { token });
const compare = (day = DAY) => shop.upstream.call(adminReconcileApi.compare, { body: { day } }, { token });
const seen = (day = DAY) => shop.upstream.call(adminReconcileApi.get, { params: { day } }, { token });
const fault = (name: string | null) => shop.upstream.call(devApi.setFault, { body: { service: "pay", fault: name } });
/** Eleven in the morning of the next day in China. */
const nextMorning = () => shop.wait(19 * HOUR);
const setOrder = (orderNo: string, change: object) =>
  shop.upstream.services.db.updateTable("zhiku_orders").set(change).where("order_no", "=", orderNo).execute();
const brief = ({ lines }: Awaited<ReturnType<typeof compare>>) =>
  lines.map(({ kind, what, orderNo, there, here }) => [
    kind,
    what,
    orderNo,
    there?.amount ?? null,
    here?.amount ?? null,
  ]);

describe("a day that is compared with WeChat Pay's bill", () => {
  test("has no differences: payments, refunds by staff and on WeChat Pay's own pages, late ones", async () => {
    const [, byStaff, there] = [await bought(), await bought(), await bought()];
    const late = await order();
    await refund(byStaff);
    await shop.pay.notifyRefund(byStaff);
    shop.pay.refundThere(there);
    await shop.pay.notifyRefund(there);
    shop.wait(31 * 60_000);
    await sweepOrders(shop.upstream.services);
    shop.pay.pay(late, { quietly: true, anyway: true });
    await shop.pay.notify(late);
    nextMorning();
    const { sums, differences, lines, funds, comparedBy } = await compare();
    expect(lines).toEqual([]);
    const [four, three] = [
      { count: 4, sum: 4 * PRICE },
      { count: 3, sum: 3 * PRICE },
    ];
    expect(sums).toEqual({
      there: { payments: four, refunds: three, fee: Math.round(PRICE * 0.006) },
      here: { payments: four, refunds: three, fee: Math.round(PRICE * 0.006) },
    });
    expect(funds).toEqual({ income: four, outgo: three });
    expect(differences).toBe(0);
    expect((await seen()).result).toMatchObject({ day: DAY, comparedBy, differences: 0 });
  });

  test.each([
    ["one day", [DAY]],
    ["two days", [DAY, "2026-03-02"]],
  ])("has no differences if a late payment was refunded in parts on %s, unless one is unknown", async (_, days) => {
    const [byUs, there, unheard] = [await order(), await order(), await order()];
    shop.wait(31 * 60_000);
    await sweepOrders(shop.upstream.services);
    for (const orderNo of [byUs, there, unheard]) {
      shop.pay.pay(orderNo, { quietly: true, anyway: true });
      shop.pay.refundThere(orderNo, 5_000);
      await shop.pay.notifyRefund(orderNo);
    }
    shop.wait((days.length - 1) * 24 * HOUR);
    for (const orderNo of [there, unheard]) shop.pay.refundThere(orderNo, PRICE - 5_000);
    await shop.pay.notifyRefund(there);
    await sweepOrders(shop.upstream.services);
    await shop.pay.notifyRefund(byUs);
    nextMorning();
    const compared: Awaited<ReturnType<typeof compare>>[] = [];
    for (const day of days) compared.push(await compare(day));
    expect(compared.flatMap(brief)).toEqual([["refund", "state", unheard, PRICE - 5_000, 0]]);
    const refunded = (side: "there" | "here") => compared.reduce((sum, { sums }) => sum + sums[side].refunds.sum, 0);
    expect([refunded("there"), refunded("here")]).toEqual([3 * PRICE, 2 * PRICE + 5_000]);
    await shop.upstream.call(adminOrderApi.query, { body: { orderNo: unheard } }, { token });
    expect(brief(await compare(days.at(-1))), "once staff have looked it up").toEqual([]);
  });

  test("reports a fee that differs from the bill's own rate; a refund may return no fee", () => {
    const line = { at: `${DAY}T01:00:00.000Z`, orderNo: "1", transactionId: "42", refundNo: null, amount: PRICE };
    const paid = { ...line, kind: "payment" as const, state: "SUCCESS", feeByRate: 119.4 };
    const back = { ...line, kind: "refund" as const, refundNo: "R1", state: "SUCCESS", feeByRate: -119.4 };
    const ours = { orders: [], refunds: [], from: DAY, to: DAY };
    const fees = (lines: BillLine[]) => {
      const { sums, lines: found } = compareDay({ lines, fee: 0 }, ours);
      return {
        here: sums.here.fee,
        found: found.flatMap(({ what, there, here }) => (what === "fee" ? [[there?.amount, here?.amount]] : [])),
      };
    };
    expect(
      fees([
        { ...paid, fee: 119.4 },
        { ...back, fee: -119 },
      ]),
    ).toEqual({ here: 0, found: [] });
    expect(
      fees([
        { ...paid, fee: 119 },
        { ...back, fee: 0 },
      ]),
    ).toEqual({ here: 119, found: [] });
    expect(
      fees([
        { ...paid, fee: 199 },
        { ...back, fee: 119 },
      ]),
    ).toEqual({
      here: 0,
      found: [
        [199, 119],
        [119, -119],
      ],
    });
    expect(fees([{ ...paid, fee: 199, feeByRate: null }])).toEqual({ here: 199, found: [] });
  });

  test("reports payments that exist on one side only, or with another amount or state", async () => {
    const [unknown, amount, unheard, invented, other, part, gone, kept] = [
      ...[await bought(), await bought(), await order(), await order()],
      ...[await bought(), await bought(), await bought(), await bought()],
    ] as [string, string, string, string, string, string, string, string];
    const { transactionId } = await shop.upstream.call(adminOrderApi.get, { params: { no: amount } }, { token });
    await setOrder(unknown, { order_no: "20260301000000000000AA" });
    await setOrder(amount, { amount: PRICE - 100 });
    shop.pay.pay(unheard, { quietly: true });
    const paidAt = shop.now().toISOString();
    await setOrder(invented, { state: "paid", paid_at: paidAt, transaction_id: "4200000000000000000000000000" });
    await setOrder(other, { transaction_id: "4200000000000000000000000001" });
    shop.pay.refundThere(part, 5_000);
    await shop.pay.notifyRefund(part);
    // Refunded there, without a notification.
    shop.pay.refundThere(gone);
    await refund(kept);
    await shop.upstream.services.db.updateTable("zhiku_refunds").set({ refund_no: "R-OF-NOBODY" }).execute();
    nextMorning();
    const compared = await compare();
    expect(brief(compared)).toEqual([
      ["payment", "only-there", unknown, PRICE, null],
      ["payment", "amount", amount, PRICE, PRICE - 100],
      ["payment", "state", unheard, PRICE, PRICE],
      ["payment", "number", other, PRICE, PRICE],
      ["payment", "only-here", "20260301000000000000AA", null, PRICE],
      ["payment", "only-here", invented, null, PRICE],
      ["refund", "amount", part, 5_000, PRICE],
      ["refund", "state", gone, PRICE, 0],
      ["refund", "state", kept, PRICE, 0],
      ["refund", "only-here", kept, null, PRICE],
    ]);
    expect(compared.lines[0]).toMatchObject({ known: false, here: null });
    expect(compared.lines[1]).toMatchObject({ known: true, transactionId });
    const { there, here } = compared.sums;
    const differing = (kind: string) =>
      compared.lines
        .filter((line) => line.kind === kind)
        .map(({ what, there, here }) => {
          const taken = what === "state" ? 0 : (here?.amount ?? 0);
          return (there?.amount ?? 0) - taken;
        })
        .reduce((sum, one) => sum + one, 0);
    expect(there.payments.sum - here.payments.sum).toBe(differing("payment"));
    expect(there.refunds.sum - here.refunds.sum).toBe(differing("refund"));
  });

  test("is bounded to the second, by the time in China", async () => {
    // One second before midnight in China.
    shop.wait(8 * HOUR - 1_000);
    await bought();
    shop.wait(1_000);
    await bought();
    nextMorning();
    shop.wait(24 * HOUR);
    const payments = async (day: string) => (await compare(day)).sums.there.payments.count;
    expect([await payments(DAY), await payments("2026-03-02"), await payments("2026-02-28")]).toEqual([1, 1, 0]);
    for (const day of [DAY, "2026-03-02"]) expect((await seen(day)).result?.differences).toBe(0);
  });

  test("has no bill before ten the next morning or after three months, and says so", async () => {
    await bought();
    // Half past nine.
    shop.wait(17.5 * HOUR);
    expect((await seen()).readiness).toBe("early");
    await expect(compare()).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("10:00") });
    shop.wait(HOUR / 2);
    expect((await seen()).readiness).toBe("ready");
    expect((await compare()).sums.there.payments.count).toBe(1);
    expect(await seen("2025-11-30")).toEqual({ readiness: "old", result: null });
    expect(await codeOf(compare("2025-11-30"))).toBe("CONFLICT");
    expect(await codeOf(compare("2026-13-01"))).toBe("INVALID_PARAMS");
  });

  test.each(["error", "lost", "garbage", "SYSTEM_ERROR"])(
    "keeps its result while WeChat Pay answers %s",
    async (name) => {
      await bought();
      nextMorning();
      await compare();
      const before = await seen();
      await fault(name);
      expect(await codeOf(compare())).toBe("PAY_FAILED");
      await fault(null);
      expect(await seen()).toEqual(before);
      expect(noted.map(({ event }) => event)).toEqual(["reconcile_failed"]);
    },
  );

  test("is refused if the downloaded file does not match its checksum", async () => {
    await bought();
    nextMorning();
    shop.pay.spoilBills(true);
    expect(await codeOf(compare())).toBe("PAY_FAILED");
    expect((await seen()).result).toBeNull();
  });

  test("is logged each time, but stored once", async () => {
    await bought();
    nextMorning();
    await compare();
    await compare();
    const owner = await staffToken(shop.upstream, await addStaff(shop.upstream, "owner"));
    const { list } = await shop.upstream.call(auditApi.list, { query: {} }, { token: owner });
    expect(list.map(({ action, target }) => [action, target])).toEqual([
      ["reconcile.run", DAY],
      ["reconcile.run", DAY],
    ]);
    const kept = await shop.upstream.call(adminReconcileApi.list, { query: {} }, { token });
    expect(kept).toMatchObject({ list: [{ day: DAY, differences: 0 }], more: false });
  });

  test("needs finance and sudo; others who read orders see the result", async () => {
    const support = await staffToken(shop.upstream, await addStaff(shop.upstream, "support"));
    nextMorning();
    const body = { day: DAY };
    expect(await codeOf(shop.upstream.call(adminReconcileApi.compare, { body }, { token: support }))).toBe("FORBIDDEN");
    await shop.upstream.services.db.updateTable("sessions").set({ sudo_until: "" }).execute();
    expect(await codeOf(compare())).toBe("SUDO_REQUIRED");
    const params = { day: DAY };
    expect(await shop.upstream.call(adminReconcileApi.get, { params }, { token: support })).toEqual({
      readiness: "ready",
      result: null,
    });
  });
});

test("on the command line a day is reconciled, yesterday by default; a difference sets the exit code and is listed", async () => {
  const orderNo = await bought();
  nextMorning();
  const { program } = shop.upstream;
  const run = (day: string | undefined, dryRun = false) =>
    asStaff(program, { userId: staffId, dryRun }, (caller) =>
      (COMMANDS["order reconcile"] as NonNullable<(typeof COMMANDS)[string]>).run({
        upstream: program,
        caller,
        words: [],
        from: ".",
        flags: { dryRun, csv: false },
        options: { day } as never,
      }),
    );
  expect(await run(undefined, true)).toContain("2026-03-01 两边一致");
  expect((await seen()).result, "of a dry run nothing is kept").toBeNull();
  expect(await run(DAY)).toContain("微信支付：支付 1 笔 199.00 元，退款 0 笔 0.00 元");
  expect((await seen()).result).toMatchObject({ differences: 0 });
  await setOrder(orderNo, { amount: 1 });
  await expect(run(DAY)).rejects.toThrow(`payment amount ${orderNo}：微信支付 199.00 SUCCESS，本站 0.01 paid`);
  await expect(run("2026-03-02")).rejects.toThrow("10:00");
});

describe("on schedule", () => {
  test("yesterday is reconciled once its bill is available, and a difference is notified", async () => {
    const orderNo = await bought();
    shop.pay.refundThere(orderNo);
    shop.wait(17 * HOUR);
    await reconcileYesterday(shop.upstream.services);
    expect((await seen()).result).toBeNull();
    shop.wait(HOUR);
    await fault("error");
    await reconcileYesterday(shop.upstream.services);
    await fault(null);
    await reconcileYesterday(shop.upstream.services);
    await reconcileYesterday(shop.upstream.services);
    expect((await seen()).result).toMatchObject({ comparedBy: null, differences: 1 });
    expect(noted.map(({ event }) => event)).toEqual(["reconcile_failed", "reconcile_differs"]);
    expect(noted[1]?.fields).toEqual({ day: DAY, differences: 1 });
  });

  test("reconciled days are listed in pages", async () => {
    const row = { compared_at: shop.now().toISOString(), compared_by: null, differences: 0 };
    const result = JSON.stringify({
      sums: {
        there: { payments: { count: 0, sum: 0 }, refunds: { count: 0, sum: 0 }, fee: 0 },
        here: { payments: { count: 0, sum: 0 }, refunds: { count: 0, sum: 0 } },
      },
      funds: null,
      lines: [],
    });
    const days = Array.from({ length: 31 }, (_, day) => `2026-01-${String(day + 1).padStart(2, "0")}`);
    const rows = days.map((day) => ({ day, result, ...row }));
    await shop.upstream.services.db.insertInto("zhiku_reconciliations").values(rows).execute();
    const page = (query: object) => shop.upstream.call(adminReconcileApi.list, { query }, { token });
    const first = await page({});
    expect([first.list.length, first.list[0]?.day, first.more]).toEqual([30, "2026-01-31", true]);
    expect(await page({ before: "2026-01-02" })).toMatchObject({ list: [{ day: "2026-01-01" }], more: false });
  });
});
