import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { serveFetch } from "#tests/server/fetch-server";
import type { Program } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { connect } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";
import { createOffer } from "#upstream/modules/zhiku/rights/offers";
import { FAKE_PAY_ACCOUNT } from "#upstream/services/fakes";
import type { FakeWechatPay } from "#upstream/services/pay/fake-charge";
import { createFakeWechatPay } from "#upstream/services/pay/fake-wechat-pay";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";

/**
 * Each round ends with a kill: the first before any notification was answered, later ones after some answers.
 * NOTICE_KILLS=40 for the full test, NOTICE_WORKERS=2 for two workers that are killed at once.
 */
const ROUNDS = Number(process.env.NOTICE_KILLS ?? 5);
/** Orders paid concurrently in a round, by four people. */
const CONCURRENCY = 24;
const BUYERS = 4;
/** Approximate milliseconds per notification: the last answer before a kill is between none and one of them ago. */
const ONE_NOTICE = 6;
/** Orders whose notification is never sent. */
const UNNOTIFIED_ORDERS = 6;
const DAYS = 30;
const DAY = 24 * 3_600_000;
const LOST_AFTER = 3 * 60_000;
/** Timeout in milliseconds of one round on a busy machine. */
const PATIENCE = 30_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const { ours, theirs } = FAKE_PAY_ACCOUNT;
const folder = newFolder();
const database = { kind: "sqlite" as const, file: `${folder}/shequ.db` };
let pay: FakeWechatPay;
/** WeChat Pay, which keeps running. */
let there: Awaited<ReturnType<typeof serveFetch>>;
let site: Record<string, string>;
let orders: string[][];
let untold: string[];

cleanUp();
beforeAll(async () => {
  const origin = `http://127.0.0.1:${await freePort()}`;
  // Its retry intervals: 15 ms, 15 ms, 30 ms, 0.2 s, 0.6 s, 1.2 s, 1.8 s …
  pay = createFakeWechatPay(FAKE_PAY_ACCOUNT, { clock: () => new Date(), deliver: fetch, hurry: 1000 });
  const base = "http://wechat-pay.test";
  there = await serveFetch((request) => pay.fetch(request), base);
  site = {
    ...production(folder),
    PORT: new URL(origin).port,
    PUBLIC_ORIGIN: origin,
    WECHAT_MP_APP_ID: ours.appId,
    WECHAT_MP_APP_SECRET: "secret",
    WXPAY_MCH_ID: ours.mchId,
    WXPAY_SERIAL: ours.serial,
    WXPAY_PRIVATE_KEY: String(ours.privateKey.export({ type: "pkcs8", format: "pem" })),
    WXPAY_API_V3_KEY: ours.apiV3Key,
    WXPAY_PUBLIC_KEY: String(ours.platformKeys.get(theirs.platformSerial)?.export({ type: "spki", format: "pem" })),
    WXPAY_PUBLIC_KEY_ID: theirs.platformSerial,
    WXPAY_BASE: there.url,
    WORKERS: process.env.NOTICE_WORKERS ?? "1",
  };
  await withUpstream(async (upstream) => {
    const offer = {
      name: "全库",
      description: "",
      categoryId: null,
      price: 100,
      days: DAYS,
      position: 0,
      onSale: true,
    };
    // Buying the same again would return the open order.
    const offers: number[] = [];
    for (let n = 0; n < Math.max(CONCURRENCY / BUYERS, UNNOTIFIED_ORDERS); n += 1) {
      offers.push((await transact(upstream.services.db, (trx) => createOffer(trx, offer))).id);
    }
    const buy = async (count: number) => {
      const as = await addProfessional(upstream, "买家");
      const bought: string[] = [];
      for (const offerId of offers.slice(0, count)) {
        const body = { channel: "native", offerId, requestId: randomUUID() } as const;
        bought.push((await upstream.call(zhikuOrderApi.create, { body }, { as })).order.orderNo);
      }
      return bought;
    };
    orders = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bought = [];
      for (let buyer = 0; buyer < BUYERS; buyer += 1) bought.push(...(await buy(CONCURRENCY / BUYERS)));
      orders.push(bought);
    }
    untold = await buy(UNNOTIFIED_ORDERS);
  });
});
afterAll(() => there.close());

/** Opens the upstream in this process, on the site's data folder. */
async function withUpstream<T>(work: (upstream: TestUpstream) => Promise<T>, clock = () => new Date()): Promise<T> {
  const config = { mode: "production" as const, database, publicOrigin: site.PUBLIC_ORIGIN ?? "" };
  const upstream = await createTestUpstream({
    clock,
    config: { ...config, pay: { kind: "wechat", account: ours, base: there.url } },
  });
  return work(upstream).finally(() => upstream.close());
}

/** All orders with their rights and notifications, read by one statement. */
async function readOrders() {
  const { db, close } = await connect(database);
  const rows = await db
    .selectFrom("zhiku_orders as o")
    .leftJoin("zhiku_rights as r", "r.order_id", "o.id")
    .leftJoin("zhiku_pay_notices as n", "n.order_no", "o.order_no")
    .select(["o.order_no", "o.user_id", "o.state", "o.transaction_id", "r.id as right_id", "n.id as notice_id"])
    .select(["r.from_at", "r.until_at"])
    .execute();
  await close();
  return rows;
}
type Row = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * Either paid with a right, by a known payment; or pending, with nothing. A second right or notification would be a
 * second row.
 */
function expectNothingBetween(rows: Row[], when: string): void {
  expect(new Set(rows.map(({ order_no }) => order_no)).size, when).toBe(rows.length);
  for (const { order_no, state, transaction_id, right_id, notice_id } of rows) {
    const has = { transaction: transaction_id !== null, right: right_id !== null, notice: notice_id !== null };
    const paid = state === "paid";
    expect({ state, ...has }, `${order_no}, ${when}`).toEqual({
      state: paid ? "paid" : "pending",
      transaction: paid,
      right: paid,
      notice: paid,
    });
  }
}

const statuses = (orderNo: string) =>
  pay
    .charges()
    .find((charge) => charge.orderNo === orderNo)
    ?.noticed.map(({ status }) => status) ?? [];
const taken = (orderNo: string) => statuses(orderNo).includes(200);

async function until(true_: () => boolean): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (!true_() && Date.now() < end) await sleep(1);
  expect(true_()).toBe(true);
}

async function startSite(): Promise<Program> {
  const program = start(["dist/server.js"], site);
  await program.ready();
  return program;
}

test(
  "killed during payment notifications, an order is paid with its right or pending without it, and paid in the end",
  async () => {
    let program = await startSite();
    let cutOff = 0;
    for (const [round, orderNos] of orders.entries()) {
      const answers = Math.floor((CONCURRENCY * round) / ROUNDS);
      for (const orderNo of orderNos) expect(pay.pay(orderNo)).toBeNull();
      await until(() => orderNos.filter(taken).length >= answers);
      await sleep(Math.random() * ONE_NOTICE);
      program.child.kill("SIGKILL");
      expect(await program.ended).toBe("SIGKILL");
      cutOff += orderNos.filter((orderNo) => !taken(orderNo)).length;
      expectNothingBetween(await readOrders(), `killed after ${answers} answers`);
      program = await startSite();
    }
    expect(cutOff, "notices that a kill came before").toBeGreaterThan(ROUNDS);
    await until(() => orders.flat().every(taken));
    program.child.kill("SIGTERM");
    expect(await program.ended).toBe(0);

    // Some payments are not notified to the site: the sweep queries them.
    for (const orderNo of untold) expect(pay.pay(orderNo, { quietly: true })).toBeNull();
    await withUpstream(
      ({ services }) => sweepOrders(services),
      () => new Date(Date.now() + LOST_AFTER),
    );
    const rows = await readOrders();
    expect(rows.map(({ order_no }) => order_no).sort()).toEqual([...orders.flat(), ...untold].sort());
    for (const row of rows) expect(row, row.order_no).toMatchObject({ state: "paid", right_id: expect.any(Number) });
    // A member's purchased rights are contiguous: no day is granted twice or lost.
    for (const userId of new Set(rows.map(({ user_id }) => user_id))) {
      const rights = rows.filter(({ user_id }) => user_id === userId);
      const sorted = rights.sort((a, b) => (a.from_at ?? "").localeCompare(b.from_at ?? ""));
      for (const [index, { from_at, until_at }] of sorted.entries()) {
        expect(Date.parse(until_at ?? "") - Date.parse(from_at ?? "")).toBe(DAYS * DAY);
        if (index > 0) expect(from_at).toBe(sorted[index - 1]?.until_at);
      }
    }
  },
  30_000 + ROUNDS * PATIENCE,
);
