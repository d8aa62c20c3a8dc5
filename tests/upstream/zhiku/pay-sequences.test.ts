import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { type PayForgery, payForgery } from "#app/contract/site/dev";
import { zhikuCancelOrderApi } from "#app/contract/zhiku/cancel-order";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import type { CallError } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { setSetting } from "#upstream/modules/config/settings";
import { PURSUED } from "#upstream/modules/zhiku/order/pursue-refund";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { reconcileDay } from "#upstream/modules/zhiku/reconcile/reconcile";
import { createShop, type Shop } from "./order-world";
import { addProfessional } from "./professional";

/** PAY_SEQUENCES=2000 for the full test. */
const SEQUENCES = Number(process.env.PAY_SEQUENCES ?? 100);
/** Parallel sequences, each with its own order, with a common clock. */
const CONCURRENCY = 8;
const PRICE = 19_900;
const HOUR = 3_600_000;
/** Time when the shop opens. */
const FIRST = Date.parse("2026-03-01T08:00:00Z");
/** Timeout per sequence in milliseconds on a busy machine. */
const PATIENCE = 500;

let shop: Shop;
let offerId: number;
const staff = { asking: "", agreeing: "" };
beforeAll(async () => {
  shop = await createShop();
  offerId = await shop.addOffer({ price: PRICE });
  shop.upstream.services.note = () => {};
  const { upstream } = shop;
  staff.asking = await staffToken(upstream, await addStaff(upstream, "finance"));
  staff.agreeing = await staffToken(upstream, await addStaff(upstream, "finance"));
});
afterAll(() => shop.upstream.close());

/** Events around one order, in any order, several at once. */
type Event =
  | {
      kind:
        | "pay"
        | "pay-anyway"
        | "notice"
        | "notices"
        | "look"
        | "sweep"
        | "create"
        | "cancel"
        | "close-there"
        | "refund"
        | "refund-there"
        | "refund-part-there"
        | "refund-notice"
        | "refund-abnormal"
        | "staff-refund"
        | "staff-refund-agreed"
        | "staff-approve"
        | "staff-withdraw"
        | "staff-query"
        | "staff-revoke";
    }
  | { kind: "forge"; forgery: PayForgery }
  /** The process is killed in this step, after so many statements; its events are interrupted anywhere. */
  | { kind: "crash"; after: number }
  | { kind: "wait"; minutes: number }
  | { kind: "fault"; fault: "error" | "lost" | "garbage" | null };

const simple = fc.constantFrom<Event["kind"]>(
  ...(["pay", "pay-anyway", "notice", "notice", "notices", "look", "sweep", "create", "cancel"] as const),
) as fc.Arbitrary<"pay">;
const rare = fc.constantFrom<Event["kind"]>(
  ...(["close-there", "refund", "refund-there", "refund-part-there", "refund-notice", "refund-notice"] as const),
  ...([
    "refund-abnormal",
    "staff-refund",
    "staff-refund-agreed",
    "staff-refund-agreed",
    "staff-approve",
    "staff-withdraw",
    "staff-query",
    "staff-revoke",
  ] as const),
) as fc.Arbitrary<"refund">;
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: simple }) },
  { weight: 5, arbitrary: fc.record({ kind: rare }) },
  // New key pairs would take most of the time; `zhiku-order.test.ts` tests them.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("forge" as const),
      forgery: fc.constantFrom(...payForgery.options.filter((one) => !["signature", "serial", "large"].includes(one))),
    }),
  },
  // All share the clock, so it is seldom advanced far.
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(1, 1, 1, 1, 3, 3, 3, 31) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fault" as const),
      fault: fc.constantFrom("error" as const, "lost" as const, "garbage" as const, null),
    }),
  },
);
/** A killed step, as rare as in reality. */
const crash: fc.Arbitrary<Event> = fc.record({
  kind: fc.constant("crash" as const),
  after: fc.integer({ min: 1, max: 60 }),
});
const eventOrCrash: fc.Arbitrary<Event> = fc.oneof({ weight: 60, arbitrary: event }, { weight: 1, arbitrary: crash });
/** Sequential steps; the events of a step are concurrent. */
const sequence = fc.array(fc.array(eventOrCrash, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 9 });

type Order = { as: number; requestId: string; orderNo: string };

async function run(order: Order, happening: Event): Promise<unknown> {
  const { pay, upstream } = shop;
  const { as, orderNo } = order;
  switch (happening.kind) {
    case "pay":
      return pay.pay(orderNo, { quietly: true });
    case "pay-anyway":
      return pay.pay(orderNo, { quietly: true, anyway: true });
    case "notice":
      return pay.notify(orderNo);
    case "notices":
      return Promise.all([pay.notify(orderNo), pay.notify(orderNo), pay.notify(orderNo)]);
    case "forge":
      return expect([400, 401, 404]).toContain((await pay.notify(orderNo, happening.forgery)) || 400);
    case "look":
      return upstream.call(zhikuOrderApi.list, { query: { orderNo } }, { as });
    case "sweep":
      return sweepOrders(upstream.services);
    case "create": {
      const body = { channel: "native", offerId, requestId: order.requestId } as const;
      return upstream.call(zhikuOrderApi.create, { body }, { as }).catch(() => null);
    }
    case "cancel":
      return upstream.call(zhikuCancelOrderApi.cancel, { body: { orderNo } }, { as }).catch(() => null);
    case "close-there":
      return upstream.services.pay?.close(orderNo).catch(() => null);
    case "refund-there":
      return pay.refundThere(orderNo);
    case "refund-part-there":
      return pay.refundThere(orderNo, PRICE / 4);
    case "refund-notice":
      return Promise.all([pay.notifyRefund(orderNo), pay.notifyRefund(orderNo)]);
    case "refund-abnormal":
      return pay.notifyRefund(orderNo, { event: "REFUND.ABNORMAL" });
    case "refund":
      return upstream.services.pay
        ?.refund({ orderNo, refundNo: `R${orderNo}`, amount: PRICE, reason: "运营退款" })
        .catch(() => null);
    case "staff-refund": {
      const body = { orderNo, reason: "客人不要了" };
      return upstream.call(adminOrderApi.refund, { body }, { token: staff.asking }).catch(refusal);
    }
    case "staff-refund-agreed":
      await run(order, { kind: "staff-refund" });
      return run(order, { kind: "staff-approve" });
    case "staff-approve":
      return upstream
        .call(adminOrderApi.approveRefund, { body: { orderNo } }, { token: staff.agreeing })
        .catch(refusal);
    case "staff-withdraw":
      return upstream.call(adminOrderApi.withdrawRefund, { body: { orderNo } }, { token: staff.asking }).catch(refusal);
    case "staff-query":
      return upstream.call(adminOrderApi.query, { body: { orderNo } }, { token: staff.asking }).catch(refusal);
    case "staff-revoke": {
      const rights = upstream.services.db
        .selectFrom("zhiku_rights as r")
        .innerJoin("zhiku_orders as o", "o.id", "r.order_id");
      const right = await rights.select("r.id").where("o.order_no", "=", orderNo).executeTakeFirst();
      if (!right) return;
      const body = { ids: [right.id], reason: "不想给了" };
      // A paid right ends only with its order.
      return expect(upstream.call(adminRightApi.revoke, { body }, { token: staff.asking })).rejects.toThrow("CONFLICT");
    }
    case "wait":
      return shop.wait(happening.minutes * 60_000);
    case "crash":
      return;
    case "fault":
      return pay.faults.set(happening.fault && { kind: happening.fault });
  }
}

/** Runs concurrent events, possibly on a database that a killed process leaves behind. */
async function runStep(happenings: { order: Order; event: Event }[]): Promise<void> {
  const { services } = shop.upstream;
  const { db } = services;
  const kills = happenings.flatMap(({ event }) => (event.kind === "crash" ? [event.after] : []));
  const killed = kills.length > 0;
  if (killed) services.db = dyingAfter(db, Math.min(...kills));
  // A request to a killed process gets no valid reply.
  const all = happenings.map(({ order, event }) =>
    run(order, event).catch((error: unknown) => {
      if (!killed) throw error;
    }),
  );
  await Promise.all(all).finally(() => {
    services.db = db;
  });
}

class Killed extends Error {
  override name = "Killed";
}

/** The database of a process that dies after so many statements: transactions open at that time never end. */
function dyingAfter(db: Db, statements: number): Db {
  let left = statements;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    // For each statement, including precompiled ones (compiled-query.ts).
    async transformResult({ result }) {
      left -= 1;
      if (left < 0) throw new Killed();
      return result;
    },
  });
}

/** Expected refusals; anything else is an error. */
function refusal(error: unknown): void {
  expect(["CONFLICT", "PAY_FAILED"]).toContain((error as CallError).code);
}

const LATER: Record<string, string[]> = {
  pending: ["pending", "paid", "closed", "refunded"],
  paid: ["paid", "refunded"],
  closed: ["closed"],
  refunded: ["refunded"],
};

async function rowsOf(orderNos: string[]) {
  const rows = await shop.upstream.services.db
    .selectFrom("zhiku_orders as o")
    .leftJoin("zhiku_rights as r", "r.order_id", "o.id")
    .select(["o.order_no", "o.state", "o.amount", "o.transaction_id", "o.paid_at", "o.closed_at", "o.refunded_at"])
    .select(["r.until_at", "o.asked_at"])
    .where("o.order_no", "in", orderNos)
    .execute();
  return new Map(rows.map((row) => [row.order_no, row]));
}

it(
  `${SEQUENCES} sequences of payments, refunds, notices, forgeries, queries, sweeps, closes and kills leave one legal state each`,
  async () => {
    const sequences = fc.sample(sequence, { numRuns: SEQUENCES, seed: 11 });
    const ends = { paid: 0, closed: 0, pending: 0, refunded: 0 };
    let buyers = 0;
    for (let first = 0; first < SEQUENCES; first += CONCURRENCY) {
      const batch = sequences.slice(first, first + CONCURRENCY);
      await shop.upstream.services.db.deleteFrom("rate_limits").execute();
      shop.pay.faults.set(null);
      // In every second batch a refund needs a second person.
      const limit = (first / CONCURRENCY) % 2 ? PRICE - 1 : null;
      await transact(shop.upstream.services.db, (trx) => setSetting(trx, "refund-limit", limit));
      const orders: Order[] = [];
      for (const _ of batch) {
        const as = await addProfessional(shop.upstream, `第${++buyers}人`);
        const requestId = randomUUID();
        const body = { channel: "native", offerId, requestId } as const;
        const { order } = await shop.upstream.call(zhikuOrderApi.create, { body }, { as });
        orders.push({ as, requestId, orderNo: order.orderNo });
      }
      const numbers = orders.map(({ orderNo }) => orderNo);
      let before = await rowsOf(numbers);
      const steps = Math.max(...batch.map(({ length }) => length));
      for (let step = 0; step < steps; step += 1) {
        await runStep(
          orders.flatMap((order, index) => (batch[index]?.[step] ?? []).map((event) => ({ order, event }))),
        );
        const after = await rowsOf(numbers);
        for (const [orderNo, row] of after) {
          expect(LATER[before.get(orderNo)?.state ?? ""], orderNo).toContain(row.state);
          expect(isRunning(row), `${orderNo} is ${row.state}`).toBe(row.state === "paid");
        }
        before = after;
      }
      // At the end all notifications arrive.
      shop.pay.faults.set(null);
      shop.wait(31 * 60_000);
      for (const orderNo of numbers) await shop.pay.notify(orderNo);
      await sweepOrders(shop.upstream.services);
      // Every second refund notification is lost.
      for (const orderNo of numbers.filter((_, index) => index % 2)) await shop.pay.notifyRefund(orderNo);
      await sweepAllPaid();
      const charges = new Map(shop.pay.charges().map((charge) => [charge.orderNo, charge]));
      for (const [orderNo, row] of await rowsOf(numbers)) {
        ends[row.state] += 1;
        const charge = charges.get(orderNo);
        const there = charge?.state;
        expect(await pursued(orderNo), `${orderNo} has a refund under way`).toEqual([]);
        // Money is kept if and only if the order is paid, and its right is active.
        expect(isRunning(row), orderNo).toBe(row.state === "paid");
        if (row.state === "paid") expect(there, orderNo).toBe("SUCCESS");
        else expect(["CLOSED", "REFUND"], `${orderNo} is ${row.state}`).toContain(there);
        // Refunded here if and only if money was refunded there, and then the right does not apply.
        const wentBack = charge?.refunds.some(({ status }) => status === "SUCCESS") ?? false;
        expect(row.refunded_at !== null, `${orderNo} is ${row.state}`).toBe(wentBack);
        expect(row.state === "refunded", orderNo).toBe(wentBack && row.state !== "closed");
        expect(row.paid_at !== null).toBe(row.state === "paid" || row.state === "refunded");
        expect(row.closed_at !== null).toBe(row.state === "closed");
        expect(row.transaction_id !== null && row.state === "closed").toBe(
          row.state === "closed" && row.refunded_at !== null,
        );
      }
    }
    await expectEqualSums();
    await expectEqualBills();
    const byStaff = await shop.upstream.services.db
      .selectFrom("zhiku_refunds")
      .select(["state", "approved_by"])
      .execute();
    const arrived = byStaff.filter(({ state }) => state === "done");
    expect(arrived.length).toBeGreaterThan(SEQUENCES / 50);
    expect(arrived.some(({ approved_by }) => approved_by !== null)).toBe(true);
    expect(ends.pending).toBe(0);
    expect(ends.paid).toBeGreaterThan(SEQUENCES / 5);
    expect(ends.refunded).toBeGreaterThan(SEQUENCES / 10);
    expect(ends.closed).toBeGreaterThan(SEQUENCES / 10);
    process.stdout.write(`\n${SEQUENCES} sequences: ${JSON.stringify(ends)}\n`);
  },
  30_000 + SEQUENCES * PATIENCE,
);

/** Refunds by staff that are still to be requested from WeChat Pay. */
const pursued = (orderNo: string) =>
  shop.upstream.services.db
    .selectFrom("zhiku_refunds")
    .select(["refund_no", "state"])
    .where("order_no", "=", orderNo)
    .where("state", "in", PURSUED)
    .execute();

const isRunning = ({ until_at }: { until_at: string | null }): boolean =>
  until_at !== null && until_at > shop.now().toISOString();

/** Each recently paid order is queried every six hours, some in each sweep. */
async function sweepAllPaid(): Promise<void> {
  shop.wait(7 * HOUR);
  const asOf = new Date(shop.now().getTime() - 6 * HOUR).toISOString();
  const week = new Date(shop.now().getTime() - 7 * 24 * HOUR).toISOString();
  const due = () =>
    shop.upstream.services.db
      .selectFrom("zhiku_orders")
      .select("id")
      .where("state", "=", "paid")
      .where("asked_at", "<=", asOf)
      .where("paid_at", ">", week)
      .execute();
  while ((await due()).length > 0) await sweepOrders(shop.upstream.services);
}

/** WeChat Pay's bill of each day matches our records; for a partial refund there, it shows the difference. */
async function expectEqualBills(): Promise<void> {
  const { services } = shop.upstream;
  const { pay } = services;
  if (!pay) throw new Error("no WeChat Pay");
  const last = shop.now().getTime();
  // After ten in the morning of the day after the last.
  shop.wait(2 * 24 * HOUR);
  const total = { payments: 0, refunds: 0 };
  for (let at = FIRST; at < last + 24 * HOUR; at += 24 * HOUR) {
    const { sums, lines } = await reconcileDay(services, pay, new Date(at).toISOString().slice(0, 10));
    const parts = lines.filter(({ what, there }) => what === "amount" && (there?.amount ?? PRICE) < PRICE);
    expect(lines.filter((line) => !parts.includes(line))).toEqual([]);
    const less = parts.reduce((sum, { there, here }) => sum + (here?.amount ?? 0) - (there?.amount ?? 0), 0);
    expect(sums.here.refunds.sum - sums.there.refunds.sum).toBe(less);
    expect(sums.here.payments).toEqual(sums.there.payments);
    total.payments += sums.there.payments.sum;
    total.refunds += sums.there.refunds.sum;
  }
  const charges = shop.pay.charges();
  const back = charges.flatMap(({ refunds }) => refunds);
  const sum = (them: readonly { amount: number }[]) => them.reduce((total, { amount }) => total + amount, 0);
  expect(total).toEqual({ payments: sum(charges.filter(({ paidAt }) => paidAt !== null)), refunds: sum(back) });
}

/** Each active right has its order, each paid order exactly one right, and payments there match those here. */
async function expectEqualSums(): Promise<void> {
  const { db } = shop.upstream.services;
  const all = await db.selectFrom("zhiku_rights").select(["order_id", "user_id", "from_at", "until_at"]).execute();
  const rights = all.filter(isRunning);
  const orders = await db
    .selectFrom("zhiku_orders")
    .select(["id", "user_id", "state", "amount", "transaction_id", "refunded_at"])
    .execute();
  const paid = orders.filter(({ state }) => state === "paid");
  expect(rights.map(({ order_id }) => order_id).sort()).toEqual(paid.map(({ id }) => id).sort());
  const owner = new Map(orders.map(({ id, user_id }) => [id, user_id]));
  for (const right of rights) {
    expect(right.user_id).toBe(owner.get(right.order_id ?? 0));
    expect(Date.parse(right.until_at) - Date.parse(right.from_at)).toBe(365 * 24 * HOUR);
  }
  const sum = (them: readonly { amount: number }[]) => them.reduce((total, { amount }) => total + amount, 0);
  const there = shop.pay.charges();
  expect(sum(there.filter(({ state }) => state === "SUCCESS"))).toBe(sum(paid));
  // Everything paid there was recorded here, and everything refunded there was refunded here.
  expect(sum(there.filter(({ paidAt }) => paidAt !== null))).toBe(
    sum(orders.filter(({ transaction_id }) => transaction_id !== null)),
  );
  expect(sum(there.filter(({ refunds }) => refunds.length > 0))).toBe(
    sum(orders.filter(({ refunded_at }) => refunded_at !== null)),
  );
  // Of staff's refunds, exactly those have arrived that exist there with their number.
  const byStaff = await db
    .selectFrom("zhiku_refunds")
    .select(["refund_no as no", "amount"])
    .where("state", "=", "done")
    .execute();
  const arrived = there.flatMap(({ refunds }) => refunds).filter(({ status }) => status === "SUCCESS");
  const numbers = new Set(arrived.map(({ no }) => no));
  for (const { no } of byStaff) expect(numbers, no).toContain(no);
  expect(sum(arrived.filter(({ no }) => byStaff.some((one) => one.no === no)))).toBe(sum(byStaff));
}
