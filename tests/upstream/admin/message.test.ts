import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminMessageApi } from "#app/contract/admin/content/message";
import { auditApi } from "#app/contract/admin/system/audit";
import type { CallInput } from "#app/contract/endpoint";
import { notificationApi } from "#app/contract/notification/notification";
import { notificationReadingApi } from "#app/contract/notification/reading";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createUpstream, type Upstream } from "#upstream/app";
import { deliverMessages } from "#upstream/modules/message/deliver";

const MINUTE = 60_000;
let now: Date;
let upstream: TestUpstream;
let owner: string;

beforeEach(async () => {
  now = new Date("2026-11-20T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => now });
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
type Fields = CallInput<typeof adminMessageApi.add>["body"];
const EVERYBODY: Fields = { title: "今晚维护", text: "二十三点起半小时", path: "/announcement", to: "all" };
const draft = async (fields: Partial<Fields> = {}) =>
  (await upstream.call(adminMessageApi.add, { body: { ...EVERYBODY, ...fields } }, { token: owner })).id;
const get = (id: number) => upstream.call(adminMessageApi.get, { params: { id } }, { token: owner });
const send = async (id: number, sendAt: string | null = null, token = owner) =>
  upstream.call(adminMessageApi.send, { body: { id, version: (await get(id)).version, sendAt } }, { token });
const withdraw = (id: number) => upstream.call(adminMessageApi.withdraw, { body: { id } }, { token: owner });
const told = async (as: number, query = {}) =>
  (await upstream.call(notificationApi.systemMessageList, { query }, { as })).list.map(({ title, read }) => [
    title,
    read,
  ]);
const bell = async (as: number) => (await upstream.call(notificationApi.unreadCount, {}, { as })).total;
const readAll = (as: number) => upstream.call(notificationApi.readAll, { body: {} }, { as });

async function addMembers(total: number): Promise<number[]> {
  const rows = Array.from({ length: total }, (_, index) => ({
    nickname: `会员${index}`,
    avatar: "",
    headline: "",
    bio: "",
    company: "",
    city: "",
    phone: null,
    password_hash: null,
    created_at: now.toISOString(),
    deleted_at: null,
  }));
  const ids: { id: number }[] = [];
  // An SQLite statement accepts 32,766 values.
  for (let from = 0; from < total; from += 2_000) {
    const some = rows.slice(from, from + 2_000);
    ids.push(...(await upstream.services.db.insertInto("users").values(some).returning("id").execute()));
  }
  return ids.map(({ id }) => id);
}
const giveRight = (userId: number, categoryId: number | null, until = "2027-01-01T00:00:00.000Z") =>
  upstream.services.db
    .insertInto("zhiku_rights")
    .values({
      user_id: userId,
      category_id: categoryId,
      from_at: "2026-01-01T00:00:00.000Z",
      until_at: until,
      source: "operator",
      order_id: null,
      created_at: now.toISOString(),
    })
    .execute();
const addCategory = async (name: string, parent: number | null) =>
  (
    await upstream.services.db
      .insertInto("zhiku_categories")
      .values({ parent_id: parent, slug: name, name, description: "", cover: null, banner: null, position: 1 })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
const newsRows = async () =>
  Number(
    (
      await upstream.services.db
        .selectFrom("news")
        .select((eb) => eb.fn.countAll().as("total"))
        .executeTakeFirstOrThrow()
    ).total,
  );

describe("a message to everybody", () => {
  test("is in every member's list and count, unread until read, without a row per member, and notifies open tabs", async () => {
    const [alice = 0, bob = 0] = [await upstream.addUser("甲"), await upstream.addUser("乙")];
    const { versions } = upstream.services;
    const before = await versions.latest(["broadcasts"]);
    const id = await draft();
    expect((await get(id)).recipients).toBe(3);
    expect(await bell(alice)).toBe(0);
    expect(await send(id)).toEqual({ recipients: 3 });
    expect(await versions.latest(["broadcasts"])).toBeGreaterThan(before);
    expect(await newsRows()).toBe(0);
    expect(await told(alice)).toEqual([["今晚维护", false]]);
    expect([await bell(alice), await bell(bob)]).toEqual([1, 1]);
    expect((await upstream.call(notificationApi.unreadCountWithType, {}, { as: alice })).system).toBe(1);
    await readAll(alice);
    expect([await bell(alice), await bell(bob)]).toEqual([0, 1]);
    expect(await told(alice)).toEqual([["今晚维护", true]]);
    later(1);
    expect(await bell(await upstream.addUser("后来的人"))).toBe(0);
    expect(await get(id)).toMatchObject({ state: "sent", reached: 3 });
  });

  test("is sorted among the member's own notifications by time, in pages; reading one kind marks only that kind", async () => {
    const alice = await upstream.addUser("甲");
    const titles = ["第一条", "第二条", "第三条", "第四条"];
    for (const [index, title] of titles.entries()) {
      const to = index % 2 ? ({ to: "members", memberIds: String(alice) } as const) : {};
      await send(await draft({ title, ...to }));
      later(1);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 1, ...(cursor ? { cursor } : {}) };
      const page = await upstream.call(notificationApi.systemMessageList, { query }, { as: alice });
      seen.push(...page.list.map(({ title }) => title));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([...titles].reverse());
    await upstream.call(notificationApi.readAll, { body: { kind: "like" } }, { as: alice });
    expect(await bell(alice)).toBe(4);
    const { asOf } = await upstream.call(notificationApi.systemMessageList, {}, { as: alice });
    later(1);
    await send(await draft({ title: "第五条" }));
    await upstream.call(notificationApi.readAll, { body: { kind: "system", asOf } }, { as: alice });
    expect(await bell(alice), "sent after the list was loaded").toBe(1);
    await upstream.call(notificationApi.readAll, { body: { kind: "system" } }, { as: alice });
    expect(await bell(alice)).toBe(0);
    expect(await outcomeOf(told(alice, { cursor: "12" }))).toHaveProperty("cursor");
  });

  test("is marked as read with earlier ones, not with later ones", async () => {
    const alice = await upstream.addUser("甲");
    for (const title of ["第一条", "第二条", "第三条"]) {
      await send(await draft({ title }));
      later(1);
    }
    const shown = () => upstream.call(notificationApi.systemMessageList, { query: {} }, { as: alice });
    const [, second] = (await shown()).list;
    await upstream.call(notificationReadingApi.read, { body: { id: second?.id ?? 0 } }, { as: alice });
    expect((await shown()).list.map(({ read }) => read)).toEqual([false, true, true]);
    expect(await bell(alice)).toBe(1);
  });

  test("disappears for everybody when withdrawn, and does not return with the next one", async () => {
    const alice = await upstream.addUser("甲");
    const id = await draft();
    await send(id);
    await withdraw(id);
    expect([await told(alice), await bell(alice)]).toEqual([[], 0]);
    await send(await draft({ title: "更正" }));
    await readAll(alice);
    expect(await told(alice)).toEqual([["更正", true]]);
    expect(await outcomeOf(withdraw(id))).toBe("CONFLICT");
  });
});

describe("a message to some", () => {
  test("reaches members whose right opens the category (on it, above it, on all), not those beside, below or expired", async () => {
    const top = await addCategory("上", null);
    const middle = await addCategory("中", top);
    const below = await addCategory("下", middle);
    const beside = await addCategory("旁", top);
    await upstream.services.db.transaction().execute(async (trx) => {
      const { bump } = await import("#upstream/db/versions");
      await bump(trx, ["zhiku-categories"]);
    });
    const people = Object.fromEntries(
      await Promise.all(
        ["中", "上", "全", "下", "旁", "过期", "无"].map(async (name) => [name, await upstream.addUser(name)] as const),
      ),
    ) as Record<"中" | "上" | "全" | "下" | "旁" | "过期" | "无", number>;
    await giveRight(people.中, middle);
    await giveRight(people.中, null);
    await giveRight(people.上, top);
    await giveRight(people.全, null);
    await giveRight(people.下, below);
    await giveRight(people.旁, beside);
    await giveRight(people.过期, middle, "2026-11-20T08:00:00.000Z");
    const id = await draft({ to: "entitled", categoryId: middle });
    expect(await send(id)).toEqual({ recipients: 3 });
    for (const [name, userId] of Object.entries(people))
      expect([name, await bell(userId)]).toEqual([name, ["中", "上", "全"].includes(name) ? 1 : 0]);
    expect((await get(await draft({ to: "entitled", categoryId: null }))).recipients).toBe(5);
    expect(await outcomeOf(draft({ to: "entitled", categoryId: 999 }))).toHaveProperty("categoryId");
  });

  test("accepts pasted ids and names the invalid ones", async () => {
    const ids = await addMembers(3);
    const members = (memberIds: string) => outcomeOf(draft({ to: "members", memberIds }));
    expect(await members("")).toEqual({ memberIds: "请填写用户编号" });
    expect(await members("12 abc")).toEqual({ memberIds: expect.stringContaining("“abc”") });
    expect(await members(`${ids[0]} 999999`)).toEqual({ memberIds: "没有这些用户：999999" });
    const id = await draft({ to: "members", memberIds: `${ids[2]}，${ids[0]}\n${ids[0]}` });
    expect((await get(id)).memberIds).toEqual([ids[0], ids[2]]);
    expect(await send(id)).toEqual({ recipients: 2 });
    expect(await Promise.all(ids.map(bell))).toEqual([1, 0, 1]);
  });

  test("to many members is continued by the sweep and reaches each once, even with two processes or after a crash", async () => {
    const ids = await addMembers(3_700);
    const id = await draft({ to: "members", memberIds: ids.join(" ") });
    await send(id);
    expect(await get(id)).toMatchObject({ state: "sending", reached: 2_000 });
    expect(await newsRows()).toBe(2_000);
    const { services } = upstream;
    await Promise.all([deliverMessages(services, 1), deliverMessages(services, 1)]);
    await killedInTheMiddle(upstream.program);
    await Promise.all([deliverMessages(services), deliverMessages(services)]);
    expect(await get(id)).toMatchObject({ state: "sent", reached: 3_700 });
    expect(await newsRows()).toBe(3_700);
    const { db } = services;
    const twice = await db
      .selectFrom("news")
      .select("user_id")
      .groupBy("user_id")
      .having((eb) => eb.fn.countAll(), ">", 1)
      .execute();
    expect(twice).toEqual([]);
    await withdraw(id);
    let turns = 0;
    const turn = () => {
      turns += 1;
      ends = setImmediate(turn);
    };
    let ends = setImmediate(turn);
    await deliverMessages(services);
    clearImmediate(ends);
    expect(turns, "requests that got their turn between the steps").toBeGreaterThanOrEqual(3);
    expect(await newsRows()).toBe(0);
    expect((await get(id)).state).toBe("withdrawn");
  });
});

/** Kills a process after each of the statements of a delivery. */
async function killedInTheMiddle({ services }: Upstream): Promise<void> {
  const { db } = services;
  const message = () => db.selectFrom("messages").select(["state", "position", "reached"]).executeTakeFirstOrThrow();
  const before = [await message(), await newsRows()];
  for (const statement of [1, 2, 3, 4, 5]) {
    const killed = deliverMessages({ ...services, db: db.withPlugin(endsAfter(statement)) }, 1);
    await expect(killed).rejects.toThrow("the process ends here");
    expect([await message(), await newsRows()]).toEqual(before);
  }
}

function endsAfter(statement: number): KyselyPlugin {
  let statements = 0;
  return {
    transformQuery: ({ node }) => node,
    // For each statement, including precompiled ones (compiled-query.ts).
    async transformResult({ result }) {
      statements += 1;
      if (statements === statement) throw new Error("the process ends here");
      return result;
    },
  };
}

describe("sending", () => {
  test("at a scheduled time happens then, once, in whichever process; until then it can be withdrawn to a draft", async () => {
    const alice = await upstream.addUser("甲");
    const id = await draft();
    await send(id, "2026-11-20T16:30:00.000+08:00");
    await deliverMessages(upstream.services);
    expect(await bell(alice)).toBe(0);
    expect(await get(id)).toMatchObject({ state: "scheduled", sendAt: "2026-11-20T08:30:00.000Z" });
    expect(await outcomeOf(send(id))).toBe("CONFLICT");
    await withdraw(id);
    expect(await get(id)).toMatchObject({ state: "draft", sendAt: null });
    await send(id, "2026-11-20T08:30:00.000Z");
    later(30);
    await Promise.all([deliverMessages(upstream.services), deliverMessages(upstream.services)]);
    expect(await bell(alice)).toBe(1);
    expect(await outcomeOf(send(await draft(), "2029-01-01T00:00:00.000Z"))).toHaveProperty("sendAt");
    expect(await outcomeOf(send(await draft(), "2025-11-20T09:00:00.000Z"))).toHaveProperty("sendAt");
    expect(await bell(alice)).toBe(1);
  });

  test("is refused for another version, for an empty audience, and for staff who may only write drafts", async () => {
    const editor = await staffToken(upstream, await addStaff(upstream, "editor"));
    const id = await draft();
    expect(await outcomeOf(send(id, null, editor))).toBe("FORBIDDEN");
    const fields = { ...EVERYBODY, id, title: "改过的标题", version: 1 };
    await upstream.call(adminMessageApi.put, { body: fields }, { token: editor });
    expect(await outcomeOf(upstream.call(adminMessageApi.put, { body: fields }, { token: owner }))).toBe("CONFLICT");
    const old = { body: { id, version: 1 } };
    expect(await outcomeOf(upstream.call(adminMessageApi.send, old, { token: owner }))).toBe("CONFLICT");
    expect(await outcomeOf(send(await draft({ to: "entitled" })))).toBe("CONFLICT");
    expect((await get(id)).state).toBe("draft");
  });

  test("adds one row to the log, which can be undone; changes of a draft can be undone as well", async () => {
    const alice = await upstream.addUser("甲");
    const id = await draft();
    await send(id);
    const { list } = await upstream.call(auditApi.list, { query: { kind: "message" } }, { token: owner });
    expect(list.map(({ action }) => action)).toEqual(["message.send", "message.add"]);
    await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0, reason: "发错了" } }, { token: owner });
    expect(await bell(alice)).toBe(0);
    const removed = await draft({ title: "删掉的" });
    await upstream.call(adminMessageApi.remove, { body: { id: removed } }, { token: owner });
    const [row] = (await upstream.call(auditApi.list, { query: { kind: "message" } }, { token: owner })).list;
    await upstream.call(auditApi.undo, { body: { id: row?.id ?? 0, reason: "" } }, { token: owner });
    const drafts = await upstream.call(adminMessageApi.list, { query: { state: "draft" } }, { token: owner });
    expect(drafts.list.map(({ title }) => title)).toEqual(["删掉的"]);
  });

  test("is refused if its link leads to another site", async () => {
    for (const path of ["//evil.example", "https://evil.example", "/\\evil.example", "/a b", "/..//evil.example"])
      expect([path, await outcomeOf(draft({ path }))]).toEqual([path, { path: expect.any(String) }]);
  });

  test("uses the database's clock where there is one", async () => {
    const { config } = upstream.services;
    const other = await createUpstream(config);
    const at = await other.services.databaseClock();
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(MINUTE);
    await other.close();
  });
});
