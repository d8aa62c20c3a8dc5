import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { adminProfileApi, type ProfileItem, type StaffProfile } from "#app/contract/admin/zhiku/profile";
import { notificationApi } from "#app/contract/notification/notification";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { addProfessional } from "#tests/upstream/zhiku/professional";
import { transact } from "#upstream/db/transact";
import { deleteUser } from "#upstream/modules/user/delete-user";

const api = adminProfileApi;

let upstream: TestUpstream;
let now: Date;
let first: number;
let second: number;
let editor: string;
let owner: string;

beforeEach(async () => {
  now = new Date("2026-03-01T08:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  first = await addProfessional(upstream, "甲", "15100000001");
  pass();
  second = await addProfessional(upstream, "乙", "15100000002");
  pass();
  editor = await staffToken(upstream, await addStaff(upstream, "zhiku-editor"));
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const pass = () => {
  now = new Date(now.getTime() + 60_000);
};
type Listing = { state?: "waiting" | "approved" | "rejected"; q?: string; cursor?: string; limit?: number };
const listed = (query: Listing = {}) => upstream.call(api.list, { query }, { token: editor });
const names = async (query: Listing = {}) => (await listed(query)).list.map(({ owner: { nickname } }) => nickname);
const itemOf = ({ owner: { userId }, updatedAt }: StaffProfile): ProfileItem => ({ userId, updatedAt });
const waiting = async () => (await listed()).list.map(itemOf);
const review = (items: ProfileItem[], reason?: string) =>
  upstream.call(api.review, { body: { items, rejected: reason !== undefined, reason } }, { token: editor });
const told = async (as: number) =>
  (await upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list.map(
    ({ title, excerpt, target }) => [...[title, excerpt, target?.path]],
  );
const profile = (as: number) => upstream.call(zhikuUserApi.get, {}, { as });
const change = async (as: number, company: string) => {
  const { name, department, position, phone, email } = await profile(as);
  return upstream.call(zhikuUserApi.update, { body: { name, company, department, position, phone, email } }, { as });
};
const log = async () => (await upstream.call(auditApi.list, { query: {} }, { token: owner })).list;
const undo = (id: number | undefined) => upstream.call(auditApi.undo, { body: { id: id ?? 0 } }, { token: owner });
const state = () => undoneState(upstream.services.db);
const card = async (token: string) =>
  (await upstream.call(consoleApi.overview, {}, { token })).cards.find(({ key }) => key === "profile");

describe("professional profiles", () => {
  test("that a colleague has reviewed meanwhile are not decided on by a page from before; the same decision is", async () => {
    const [seen] = (await listed()).list.map((one) => ({ ...itemOf(one), reviewedAt: one.reviewedAt }));
    const items = seen ? [seen] : [];
    await review(items, "请写公司全称");
    pass();
    expect((await review(items)).failed).toMatchObject([{ userId: first, message: "同事已经审核过了，请再看一遍" }]);
    expect((await review(items, "请写公司全称")).failed).toEqual([]);
    expect(await names({ state: "rejected" })).toEqual(["甲"]);
    expect(await told(first)).toHaveLength(1);
  });

  test("are listed from the oldest on, can be searched, and are counted on the console's home for reviewers", async () => {
    const { list, waiting: count } = await listed();
    expect(count).toBe(2);
    expect(list[0]).toEqual({
      owner: expect.objectContaining({ userId: first, nickname: "甲" }),
      name: "甲",
      company: "某公司",
      department: "产品",
      position: "经理",
      email: "a@b.cn",
      phone: "151****0001",
      state: "waiting",
      rejectReason: "",
      updatedAt: "2026-03-01T08:00:00.000Z",
      reviewedAt: null,
    });
    expect(await names()).toEqual(["甲", "乙"]);
    const page = await listed({ limit: 1 });
    expect([page.list.length, await names({ limit: 1, cursor: page.nextCursor ?? "" })]).toEqual([1, ["乙"]]);
    expect(await names({ q: String(second) })).toEqual(["乙"]);
    expect(await names({ q: "某公" })).toEqual(["甲", "乙"]);
    expect(await names({ q: "100%" })).toEqual([]);
    expect(await card(editor)).toEqual({ key: "profile", count: 2, more: false, oldest: "2026-03-01T08:00:00.000Z" });
    expect(await card(await staffToken(upstream, await addStaff(upstream, "moderator")))).toBeUndefined();
    expect(await outcomeOf(listed({ cursor: "x" }))).toHaveProperty("cursor");
  });

  test("are approved and rejected in bulk; their owners are notified, and read the reason where they can correct it", async () => {
    const [one, two] = await waiting();
    if (!one || !two) throw new Error("nobody waits");
    expect(await review([one])).toEqual({ done: [one], failed: [] });
    pass();
    expect(await review([two], "请写公司全称")).toEqual({ done: [two], failed: [] });
    expect(await told(first)).toEqual([["你的职业信息已通过审核", "", "/zhiku/profile"]]);
    expect(await told(second)).toEqual([
      ["你的职业信息没有通过审核", "原因：请写公司全称。修改后保存，即可继续使用知库。", "/zhiku/profile"],
    ]);
    expect(await profile(second)).toMatchObject({ rejected: 1, rejectReason: "请写公司全称" });
    expect([await names({ state: "approved" }), await names({ state: "rejected" }), await names()]).toEqual([
      ["甲"],
      ["乙"],
      [],
    ]);
    expect((await log()).map(({ action, target, reason }) => [action, target, reason])).toEqual([
      ["profile.reject", String(second), "请写公司全称"],
      ["profile.approve", String(first), ""],
    ]);
    expect(JSON.stringify(await upstream.services.db.selectFrom("audit_log").selectAll().execute())).not.toContain(
      "某公司",
    );
    pass();
    await change(second, "某某科技有限公司");
    expect(await profile(second), "mended").toMatchObject({ rejected: 0, rejectReason: "" });
    expect(await names()).toEqual(["乙"]);
  });

  test("changed since the list was loaded are not decided on, and reported as such", async () => {
    const [one, two] = await waiting();
    if (!one || !two) throw new Error("nobody waits");
    pass();
    await change(first, "新公司");
    const gone = { userId: 99_999, updatedAt: now.toISOString() };
    const { done, failed } = await review([one, two, gone], "不像真的");
    expect(done).toEqual([two]);
    expect(failed.map(({ userId, code }) => [userId, code])).toEqual([
      [first, "CONFLICT"],
      [99_999, "NOT_FOUND"],
    ]);
    expect(await told(first)).toEqual([]);
    expect(await outcomeOf(review([two], ""))).toEqual({ reason: "退回要写明原因" });
    expect(await outcomeOf(review(Array.from({ length: 201 }, () => two)))).toEqual({ items: "一次至多处理 200 份" });
  });

  test("cause one notification for the same verdict twice, and another for a different verdict", async () => {
    const items = await waiting();
    await Promise.all([review(items), review(items)]);
    expect(await told(first)).toHaveLength(1);
    pass();
    await review(items, "看错了，请补部门");
    await review(items, "看错了，请补部门");
    expect((await told(first)).map(([title]) => title)).toEqual(["你的职业信息没有通过审核", "你的职业信息已通过审核"]);
    expect(await log()).toHaveLength(4);
  });

  test("are restored from the log together with the message, unless somebody changed them since", async () => {
    const items = await waiting();
    const before = await state();
    await review(items, "请写公司全称");
    for (const { id } of await log()) await undo(id);
    expect(await state()).toEqual(before);
    await review(items);
    const approved = await state();
    pass();
    await review(items, "看错了");
    const [newest] = await log();
    await undo(newest?.id);
    const [, other] = (await log()).filter(({ action }) => action === "profile.reject");
    await undo(other?.id);
    expect(await state()).toEqual(approved);
    pass();
    await change(first, "改过的公司");
    const entry = (await log()).find(({ action, target }) => action === "profile.approve" && target === String(first));
    expect(await outcomeOf(undo(entry?.id))).toBe("CONFLICT");
  });

  test("are deleted with the account", async () => {
    const items = await waiting();
    await transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, first));
    expect(await names()).toEqual(["乙"]);
    expect((await review(items.slice(0, 1))).failed.map(({ code }) => code)).toEqual(["NOT_FOUND"]);
  });
});
