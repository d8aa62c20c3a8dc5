import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { issueToken } from "#upstream/db/one-time-tokens";
import { transact } from "#upstream/db/transact";
import { PHONE_TICKET } from "#upstream/modules/sms/phone-ticket";
import { openJourney } from "#upstream/modules/zhiku/reading/write";
import { endRightOfOrder, grantRight, grantRightUntil } from "#upstream/modules/zhiku/rights/grant";
import { createZhikuWorld, type ZhikuWorld } from "./zhiku-world";

const DAY = 24 * 60 * 60 * 1000;
let now: Date;
let upstream: TestUpstream;
let zhiku: ZhikuWorld;

beforeAll(async () => {
  now = new Date("2026-11-21T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
  zhiku = await createZhikuWorld(upstream);
});
beforeEach(() => {
  now = new Date(now.getTime() + DAY / 24);
});
afterAll(() => upstream.close());

const FIELDS = { name: "林知远", company: "某公司", department: "产品部", position: "经理", email: "lin@example.com" };

describe("the professional profile", () => {
  test("starts with the account's phone number and becomes complete", async () => {
    const as = await upstream.addUser("从头来", "8613711110001");
    const before = await upstream.call(zhikuUserApi.get, {}, { as });
    expect(before).toEqual({
      name: "",
      company: "",
      department: "",
      position: "",
      phone: "13711110001",
      email: "",
      rejected: 0,
      rejectReason: "",
      rights: [],
    });
    expect(isProfileComplete(before)).toBe(false);
    const after = await upstream.call(zhikuUserApi.update, { body: { ...FIELDS, phone: "13711110001" } }, { as });
    expect(after).toMatchObject({ ...FIELDS, phone: "13711110001", rejected: 0 });
    expect(isProfileComplete(after)).toBe(true);
  });

  test("accepts another number only with a ticket for it, once", async () => {
    const as = await upstream.addUser("换号码", "8613711110002");
    const body = { ...FIELDS, phone: "13711119999" };
    const ticketFor = (phone: string) =>
      issueToken(upstream.services.db, upstream.services, { purpose: PHONE_TICKET, payload: phone, lifetime: DAY });
    const update = (phoneTicket?: string, phone = body.phone) =>
      upstream.call(zhikuUserApi.update, { body: { ...body, phone, phoneTicket } }, { as });
    await expect(update()).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { phone: "请先验证这个手机号" } },
    });
    await expect(update(await ticketFor("13700000000"))).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    const ticket = await ticketFor(body.phone);
    expect(await update(ticket)).toMatchObject({ phone: body.phone });
    expect(await update()).toMatchObject({ phone: body.phone });
    await expect(update(ticket, "13711118888")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    expect(await update(undefined, "13711110002")).toMatchObject({ phone: "13711110002" });
  });

  test("reports what is wrong with each field", async () => {
    const body = { name: " ", company: "", department: "x".repeat(61), position: "经理", phone: "123", email: "a@" };
    const error = await upstream.call(zhikuUserApi.update, { body }, { as: zhiku.people.newcomer }).catch((e) => e);
    expect(Object.keys(error.data.fields).sort()).toEqual(["company", "department", "email", "name", "phone"]);
  });

  test("that was refused says why, stays refused while unchanged, and is pending again once changed", async () => {
    const as = zhiku.people.rejected;
    const { rejected, rejectReason, rights: _, ...fields } = await upstream.call(zhikuUserApi.get, {}, { as });
    expect({ rejected, rejectReason }).toEqual({ rejected: 1, rejectReason: "公司名称有误" });
    expect(await upstream.call(zhikuUserApi.update, { body: fields }, { as })).toMatchObject({ rejected: 1 });
    const changed = { ...fields, company: "全称有限公司" };
    expect(await upstream.call(zhikuUserApi.update, { body: changed }, { as })).toMatchObject({
      rejected: 0,
      rejectReason: "",
    });
  });
});

describe("rights", () => {
  const states = async (as: number) =>
    (await upstream.call(zhikuUserApi.rightsList, {}, { as })).map(({ state, category }) => [
      state,
      category?.name ?? null,
    ]);
  const grant = (userId: number, categoryId: number | null, days: number, orderId: number | null = null) =>
    transact(upstream.services.db, (trx) =>
      grantRight(trx, upstream.services, { userId, categoryId, days, source: "order", orderId }),
    );

  test("follow each other without a gap, and start and end to the second", async () => {
    const as = await upstream.addUser("续费的", "8613711110003");
    const first = await grant(as, zhiku.categories.growth, 1);
    const second = await grant(as, zhiku.categories.growth, 2);
    expect(second.from).toBe(first.until);
    expect(await states(as)).toEqual([
      ["upcoming", "增长"],
      ["active", "增长"],
    ]);
    now = new Date(first.until);
    expect((await states(as)).map(([state]) => state)).toEqual(["active", "expired"]);
    now = new Date(Date.parse(second.until) - 1);
    expect((await states(as))[0]?.[0]).toBe("active");
    now = new Date(second.until);
    expect((await states(as))[0]?.[0]).toBe("expired");
    expect((await grant(as, zhiku.categories.growth, 1)).from).toBe(now.toISOString());
    expect((await grant(as, null, 1)).from).toBe(now.toISOString());
  });

  test("follow one that opens all of theirs, and start when that is refunded; one that opens more starts at once", async () => {
    const as = await upstream.addUser("什么都有的", "8613711110015");
    const { growth, retention, finance } = zhiku.categories;
    const lasting = async () =>
      (await upstream.call(zhikuUserApi.rightsList, {}, { as }))
        .map(({ category, from, until }) => {
          const days = (at: string) => Math.round((Date.parse(at) - now.getTime()) / DAY);
          return [category?.name ?? "全部", days(from), days(until)];
        })
        .sort();
    await grant(as, finance, 3);
    await grant(as, null, 10, 4720);
    await grant(as, growth, 20, 4721);
    await grant(as, retention, 30);
    await grant(as, finance, 5);
    await grant(as, null, 7);
    expect(await lasting()).toEqual([
      ["全部", 0, 10],
      ["全部", 10, 17],
      ["增长", 17, 37],
      ["留存", 37, 67],
      ["财务", 17, 20],
      ["财务", 20, 25],
    ]);
    now = new Date(now.getTime() + 2 * DAY);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4720));
    expect(await lasting()).toEqual([
      ["全部", -2, 0],
      ["全部", 0, 7],
      ["增长", 7, 27],
      ["留存", 27, 57],
      ["财务", 10, 15],
      ["财务", 7, 10],
    ]);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4721));
    expect((await lasting()).filter(([name]) => name === "留存")).toEqual([["留存", 7, 37]]);
  });

  test("that run when a wider one is bought keep the days left, on their order, and those read in the list", async () => {
    const as = await upstream.addUser("先买一类再买全库", "8613711110031");
    const { finance } = zhiku.categories;
    await grant(as, finance, 365, 4731);
    now = new Date(now.getTime() + 5 * DAY);
    await grant(as, null, 365, 4732);
    const rows = async () => {
      const days = (at: string) => Math.round((Date.parse(at) - now.getTime()) / DAY);
      const rights = upstream.services.db
        .selectFrom("zhiku_rights")
        .selectAll()
        .where("user_id", "=", as)
        .orderBy("id");
      return (await rights.execute()).map((one) => [one.order_id, days(one.from_at), days(one.until_at)]);
    };
    expect(await rows()).toEqual([
      [4731, 365, 725],
      [4732, 0, 365],
      [null, -5, 0],
    ]);
    now = new Date(now.getTime() + 5 * DAY);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4732));
    expect((await rows())[0], "goes on when the wider one is refunded").toEqual([4731, 0, 360]);
    await grant(as, null, 10, 4733);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4731));
    expect(await states(as), "refunded while it waits").toEqual([
      ["active", null],
      ["expired", null],
      ["expired", "财务"],
      ["expired", "财务"],
    ]);
  });

  test("that wait for nothing any more begin before a new one does, so that whoever pays reads at once", async () => {
    const { growth, retention } = zhiku.categories;
    const { db } = upstream.services;
    const place = (parent_id: number | null) =>
      db.updateTable("zhiku_categories").set({ parent_id }).where("id", "=", retention).execute();
    const stranded = async (phone: string) => {
      const as = await upstream.addUser("分类移走的", phone);
      await grant(as, growth, 10);
      await grant(as, retention, 20);
      return as;
    };
    const [buyer, guest] = [await stranded("8613711110021"), await stranded("8613711110022")];
    await place(null);
    now = new Date(now.getTime() + 2 * DAY);
    const lasting = async (as: number) =>
      (await upstream.call(zhikuUserApi.rightsList, {}, { as })).map(({ category, from, until }) => {
        const days = (at: string) => (Date.parse(at) - now.getTime()) / DAY;
        return [category?.name, days(from), days(until)];
      });
    await grant(buyer, retention, 5);
    expect(await lasting(buyer)).toEqual([
      ["留存", 20, 25],
      ["留存", 0, 20],
      ["增长", -2, 8],
    ]);
    const give = (days: number) => {
      const until = new Date(now.getTime() + days * DAY).toISOString();
      return transact(db, (trx) =>
        grantRightUntil(trx, upstream.services, { userId: guest, categoryId: retention, until }),
      );
    };
    expect(await give(20)).toBeNull();
    expect(await lasting(guest)).toEqual([
      ["留存", 0, 20],
      ["增长", -2, 8],
    ]);
    expect(await give(21)).toMatchObject({ from: now.toISOString() });
    await place(growth);
  });

  test("of one order are granted once, and end when it is refunded", async () => {
    const as = await upstream.addUser("下单的", "8613711110004");
    await grant(as, null, 30, 4711);
    await expect(grant(as, null, 30, 4711)).rejects.toThrow();
    expect(await states(as)).toEqual([["active", null]]);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4711));
    expect(await states(as)).toEqual([["expired", null]]);
  });

  test("that were to start at the end of a refunded one start at once", async () => {
    const as = await upstream.addUser("退了前一张的", "8613711110014");
    const { growth } = zhiku.categories;
    await grant(as, growth, 10, 4712);
    await grant(as, growth, 20, 4713);
    await grant(as, growth, 30, 4714);
    now = new Date(now.getTime() + 4 * DAY);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4712));
    const rights = await upstream.call(zhikuUserApi.rightsList, {}, { as });
    const days = (at: string) => (Date.parse(at) - now.getTime()) / DAY;
    expect(rights.map(({ from, until }) => [days(from), days(until)])).toEqual([
      [20, 50],
      [0, 20],
      [-4, 0],
    ]);
    await transact(upstream.services.db, (trx) => endRightOfOrder(trx, upstream.services, 4714));
    expect((await states(as)).map(([state]) => state)).toEqual(["active", "expired", "expired"]);
  });

  test("granted concurrently do not overlap", async () => {
    const as = await upstream.addUser("同时买的", "8613711110005");
    await Promise.all(Array.from({ length: 6 }, () => grant(as, null, 1)));
    const rights = await upstream.call(zhikuUserApi.rightsList, {}, { as });
    const last =
      rights
        .map(({ until }) => until)
        .sort()
        .at(-1) ?? "";
    expect(Date.parse(last)).toBe(now.getTime() + 6 * DAY);
  });
});

describe("favorites", () => {
  test("are set and removed, counted once, and listed newest first", async () => {
    const as = zhiku.people.unentitled;
    const [one, two] = [await zhiku.add(), await zhiku.add()];
    const add = (contentId: number) => upstream.call(zhikuFavoritesApi.add, { body: { contentId } }, { as });
    expect(await add(one)).toEqual({ favorited: true, favoriteCount: 1 });
    expect(await add(one)).toEqual({ favorited: true, favoriteCount: 1 });
    now = new Date(now.getTime() + 1000);
    await add(two);
    const list = await upstream.call(zhikuFavoritesApi.list, { query: {} }, { as });
    expect(list).toMatchObject({ total: 2, list: [{ id: two }, { id: one }] });
    expect(await upstream.call(zhikuFavoritesApi.remove, { body: { contentId: one } }, { as })).toEqual({
      favorited: false,
      favoriteCount: 0,
    });
    expect((await upstream.call(zhikuFavoritesApi.list, { query: {} }, { as })).total).toBe(1);
    await expect(add(999_999)).rejects.toMatchObject({ code: "DOCUMENT_NOT_EXIST" });
  });
});

describe("reading", () => {
  const open = (contentId: number, as: number) =>
    upstream.call(zhikuUserJourneyApi.open, { body: { contentId } }, { as, device: "os=iOS; browser=WeChat" });

  test("continues where it stopped, is in the history once, and can be deleted", async () => {
    const as = zhiku.people.entitled;
    const contentId = await zhiku.add();
    const first = await open(contentId, as);
    expect(first.last).toBeNull();
    const position = { percent: 40, anchor: "平台期", version: 1 };
    await upstream.call(zhikuUserJourneyApi.update, { body: { id: first.id, ...position } }, { as });
    const second = await open(contentId, as);
    expect(second.id).not.toBe(first.id);
    expect(second.last).toMatchObject(position);
    const history = await upstream.call(zhikuUserRecorderApi.list, { query: {} }, { as });
    expect(history).toMatchObject({ total: 1, list: [{ content: { id: contentId, readCount: 1 }, position }] });
    await upstream.call(zhikuHistoryApi.forgetReadings, { body: { contentId } }, { as });
    expect(await upstream.call(zhikuUserRecorderApi.list, { query: {} }, { as })).toMatchObject({ total: 0, list: [] });
    expect((await open(contentId, as)).last).toBeNull();
    await upstream.call(zhikuHistoryApi.forgetReadings, { body: {} }, { as });
    expect((await upstream.call(zhikuUserRecorderApi.list, { query: {} }, { as })).total).toBe(0);
  });

  test("and forgetting it again and again counts one reader at most, on the document's page, too", async () => {
    const { versions, db } = upstream.services;
    const { entitled: as, expired: other } = zhiku.people;
    const [contentId, another] = [await zhiku.add(), await zhiku.add()];
    const forget = (body: { contentId?: number }) => upstream.call(zhikuHistoryApi.forgetReadings, { body }, { as });
    const readersOf = async (id: number) =>
      (await db.selectFrom("zhiku_contents").select("read_count").where("id", "=", id).executeTakeFirst())?.read_count;
    const opening = { userId: other, content: { id: contentId, version: 1 }, device: "" };
    await transact(db, (trx) => openJourney(trx, upstream.services, opening));
    for (let round = 1; round <= 3; round += 1) {
      for (const id of [contentId, another]) await open(id, as);
      expect([await readersOf(contentId), await readersOf(another)]).toEqual([2, 1]);
      const before = await versions.latest(["zhiku-contents", `zhiku/${contentId}`]);
      await forget(round === 1 ? { contentId } : {});
      expect(await versions.latest(["zhiku-contents"])).toBeGreaterThan(before);
      expect(await versions.latest([`zhiku/${contentId}`])).toBeGreaterThan(before);
      expect([await readersOf(contentId), await readersOf(another)]).toEqual([1, round === 1 ? 1 : 0]);
    }
    await forget({});
    expect(await readersOf(contentId)).toBe(1);
  });

  test("for the first time changes lists that are sorted by readers", async () => {
    const { versions } = upstream.services;
    const contentId = await zhiku.add();
    const before = await versions.latest(["zhiku-contents"]);
    await open(contentId, zhiku.people.entitled);
    const first = await versions.latest(["zhiku-contents"]);
    expect(first).toBeGreaterThan(before);
    await open(contentId, zhiku.people.entitled);
    expect(await versions.latest(["zhiku-contents"])).toBe(first);
  });

  test("is only for those with access; nobody can change another's position", async () => {
    const contentId = await zhiku.add();
    const { people } = zhiku;
    await expect(open(contentId, people.unentitled)).rejects.toMatchObject({ code: "RIGHTS_NOT_SUBSCRIBED" });
    await expect(open(contentId, people.newcomer)).rejects.toMatchObject({ code: "USER_INFO_INCOMPLETE" });
    await expect(open(999_999, people.entitled)).rejects.toMatchObject({ code: "DOCUMENT_NOT_EXIST" });
    const { id } = await open(contentId, people.entitled);
    const body = { id, percent: 99, anchor: null, version: 1 };
    await expect(upstream.call(zhikuUserJourneyApi.update, { body }, { as: people.unentitled })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
