import { afterAll, beforeAll, expect, test } from "vitest";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { captchaPass } from "#tests/upstream/support/sms-codes";
import { createShop } from "#tests/upstream/zhiku/order-world";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { holdLease } from "#upstream/jobs/backup/lease";
import { backUpHourly } from "#upstream/jobs/run-jobs";
import { createTimeSettler, settleTimes } from "#upstream/jobs/settle-times";
import { endJob, lastDone, requestJob, takeJob } from "#upstream/modules/job/queue";
import { removeUnused } from "#upstream/modules/upload/remove-unused";
import { sweepOrders } from "#upstream/modules/zhiku/order/sweep-orders";

let upstream: TestUpstream;
let now = Date.parse("2026-11-24T08:00:00Z");
const databaseClock = async () => new Date(now);

beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("a lease of a process that died while the clock was ahead is free once the clock is set back", async () => {
  const services = { db: upstream.services.db, databaseClock };
  const hold = (holder: string) => holdLease(services, { name: "put back", holder, milliseconds: 3 * MINUTE });
  now += HOUR;
  expect(await hold("who died")).toBe(true);
  expect(await hold("another")).toBe(false);
  now -= HOUR;
  expect(await hold("another")).toBe(true);
  expect(await hold("who died")).toBe(false);
  now += 4 * MINUTE;
  expect(await hold("who died")).toBe(true);
});

test("a job of a process that died while the clock was ahead is restarted once the clock is set back", async () => {
  const services = { db: upstream.services.db, databaseClock };
  const id = await requestJob(services.db, upstream.services, { kind: "recount", askedBy: null });
  now += HOUR;
  expect(await takeJob(services)).toMatchObject({ id, tries: 1 });
  expect(await takeJob(services)).toBeNull();
  now -= HOUR;
  await takeJob(services);
  expect(await takeJob(services).then((job) => job ?? "running")).toBe("running");
  const job = await services.db.selectFrom("jobs").select("tries").where("id", "=", id).executeTakeFirstOrThrow();
  expect(job.tries).toBe(2);
});

test("a backup dated in the future does not postpone those of today", async () => {
  const { db } = upstream.services;
  await db.deleteFrom("jobs").execute();
  const place = { kind: "folder" as const, folder: "/nowhere" };
  const config = { ...upstream.services.config, backups: { ...upstream.services.config.backups, place } as never };
  const services = { ...upstream.services, config, databaseClock };
  const backUp = async () => {
    await backUpHourly(services);
    const job = await takeJob(services);
    if (job) await endJob(services, job, { state: "done", result: { message: "", problems: [] } });
    return job !== null;
  };
  now += DAY;
  expect(await backUp()).toBe(true);
  expect(await backUp()).toBe(false);
  now -= DAY;
  expect(await backUp()).toBe(true);
  expect(await backUp(), "once").toBe(false);
  expect((await lastDone(db, "backup"))?.endedAt).toBe(new Date(now).toISOString());
});

test("rights from a redeem code apply at once, whatever the clock did", async () => {
  const shop = await createShop();
  try {
    const buyer = await addProfessional(shop.upstream, "买家", "15000000002");
    const offer = await shop.addOffer();
    const rights = async () => {
      const all = await shop.rightsOf(buyer);
      const at = shop.now().toISOString();
      return all.map(({ from_at, until_at }) => from_at <= at && at < until_at);
    };
    const redeem = async () => {
      const [code = ""] = await shop.addCodes(offer);
      const { order } = await shop.upstream.call(
        zhikuOrderApi.create,
        { body: { channel: "redeem", code } },
        { as: buyer },
      );
      expect(order.state).toBe("paid");
    };
    shop.wait(DAY);
    await redeem();
    shop.wait(-DAY);
    expect(await rights()).toEqual([false]);
    await redeem();
    await settleTimes(shop.upstream.services);
    expect(await rights(), "the second begins when the first ends").toEqual([true, false]);
    shop.wait(366 * DAY);
    expect(await rights()).toEqual([false, true]);
  } finally {
    await shop.upstream.close();
  }
});

test.each([HOUR, DAY])("logins by code continue when the clock jumps by %i ms and back", async (jump) => {
  let at = Date.parse("2026-11-24T08:00:00Z");
  const upstream = await createTestUpstream({ clock: () => new Date(at) });
  try {
    const inbox = () => upstream.services.fakes?.sms.inbox() ?? [];
    const phone = "13812340001";
    const send = async () => {
      // The provider has its own clock.
      (inbox() as unknown[]).length = 0;
      await upstream.call(smsApi.code, { body: { phone, captchaVerification: await captchaPass(upstream) } });
      expect(inbox()).toHaveLength(1);
      return inbox()[0]?.code ?? "";
    };
    const login = async (code: string) =>
      (await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code } })).token;
    const isIn = async (token: string) => {
      const { userId } = await upstream.call(userApi.tokenQueryClientUser, {}, { token });
      expect(userId).toBeGreaterThan(0);
    };
    const tokens = [await login(await send())];
    // The last code was sent before the jump, and is used after it if it is still valid.
    for (const shift of [jump, -jump, -jump, jump]) {
      const before = await send().catch(() => null);
      at += shift;
      await settleTimes(upstream.services);
      if (before && shift < 0) {
        const outcome = await login(before).catch(({ code }: { code: string }) => code);
        expect(outcome, "holds no longer than it was to").toBe("SMS_CODE_WRONG");
      }
      tokens.push(await login(await send()));
      for (const token of tokens) await isIn(token);
      at += 2 * MINUTE;
    }
  } finally {
    await upstream.close();
  }
});

test("payments, letters, notifications and claims postponed by a clock a day ahead are due once it is set back", async () => {
  const shop = await createShop();
  const { services } = shop.upstream;
  const { db } = services;
  try {
    const buyer = await addProfessional(shop.upstream, "买家", "15000000001");
    const offer = await shop.addOffer();
    shop.wait(DAY);
    const { orderNo } = await shop.order(buyer, offer);
    expect(shop.pay.pay(orderNo, { quietly: true })).toBeNull();
    const at = shop.now().toISOString();
    const someone = { user_id: buyer, actor_id: 0, target_id: 0, source_id: 0, target_kind: "page" as const };
    await db
      .insertInto("news")
      .values({
        ...someone,
        kind: "system",
        verb: "system",
        source_kind: "",
        group_key: "a",
        created_at: at,
        visible_at: at,
      })
      .execute();
    await db
      .insertInto("outside_turns")
      .values({ channel: "mail", user_id: buyer, told_until: at, next_at: at })
      .execute();
    await db.insertInto("claims").values({ queue: "review", target: "1", user_id: buyer, until_at: at }).execute();
    expect(await settleTimes(services), "while it runs ahead").toBe(0);
    shop.wait(-DAY);
    await removeUnused(services);
    shop.wait(5 * MINUTE);
    await sweepOrders(services);
    expect(await shop.stateOf(buyer, orderNo)).toBe("pending");
    expect(await settleTimes(services)).toBe(5);
    expect(await settleTimes(services)).toBe(0);
    const settled = shop.now().toISOString();
    const [told, turn] = [
      await db.selectFrom("news").select("visible_at").executeTakeFirstOrThrow(),
      await db.selectFrom("outside_turns").select(["told_until", "next_at"]).executeTakeFirstOrThrow(),
    ];
    expect([told, turn]).toEqual([{ visible_at: settled }, { told_until: settled, next_at: settled }]);
    expect(await db.selectFrom("claims").selectAll().execute()).toEqual([]);
    shop.wait(5 * MINUTE);
    await sweepOrders(services);
    expect(await shop.stateOf(buyer, orderNo)).toBe("paid");
  } finally {
    await shop.upstream.close();
  }
});

test("a refund at WeChat Pay whose notice is lost is found, although the clock was days ahead for a sweep", async () => {
  const shop = await createShop();
  const { services } = shop.upstream;
  try {
    const buyer = await addProfessional(shop.upstream, "买家", "15000000003");
    const { orderNo } = await shop.order(buyer, await shop.addOffer());
    shop.pay.pay(orderNo, { quietly: true });
    shop.wait(5 * MINUTE);
    await sweepOrders(services);
    expect(await shop.stateOf(buyer, orderNo)).toBe("paid");
    shop.wait(6 * DAY);
    await sweepOrders(services);
    shop.wait(-6 * DAY);
    expect(shop.pay.refundThere(orderNo)).toBeNull();
    expect(await settleTimes(services)).toBe(1);
    expect(await settleTimes(services)).toBe(0);
    shop.wait(7 * HOUR);
    await sweepOrders(services);
    expect(await shop.stateOf(buyer, orderNo)).toBe("refunded");
  } finally {
    await shop.upstream.close();
  }
});

test("times are corrected when a process starts, and whenever its clock is set back", async () => {
  const { db, note } = upstream.services;
  const told: unknown[] = [];
  const services = { db, clock: () => new Date(now), note: ((...said: unknown[]) => told.push(said)) as typeof note };
  const settle = createTimeSettler();
  const user = await upstream.addUser("管理");
  const claim = async (until: number) => {
    const values = { queue: "review" as const, target: "2", user_id: user, until_at: new Date(until).toISOString() };
    await db.insertInto("claims").values(values).execute();
  };
  await claim(now + HOUR);
  await settle(services);
  await settle(services);
  expect(told).toEqual([["times_settled", { times: 1 }]]);
  now += DAY;
  await claim(now + MINUTE);
  await settle(services);
  expect(told).toHaveLength(1);
  now -= DAY;
  await settle(services);
  expect(told).toHaveLength(2);
});
