import { afterEach, beforeEach, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { activityApi } from "#app/contract/content/activity";
import { formApi } from "#app/contract/content/form";
import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { transact } from "#upstream/db/transact";
import { deleteUser, forgetLate } from "#upstream/modules/user/delete-user";

const HOUR = 3_600_000;

let upstream: TestUpstream;
let now: Date;
let token: string;

beforeEach(async () => {
  now = new Date();
  upstream = await createTestUpstream({ clock: () => now });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

/** Adds an activity with so many places (null: no limit), and sign-ups by so many members. */
async function addActivity(capacity: number | null, signedUp: number) {
  const shape = { title: "报名", fields: [{ label: "姓名", type: "text" as const }], oncePerPerson: true };
  const { id: formId } = await upstream.call(adminFormApi.add, { body: { ...shape, notify: [] } }, { token });
  const fields = {
    title: "数据库之夜",
    content: "聊聊。",
    city: "杭州",
    formId,
    capacity,
    startsAt: new Date(now.getTime() + HOUR).toISOString(),
    endsAt: new Date(now.getTime() + 2 * HOUR).toISOString(),
  };
  const { id } = await upstream.call(adminActivityApi.add, { body: fields }, { token });
  const members: number[] = [];
  for (let n = 1; n <= signedUp; n += 1) {
    const member = await upstream.addUser(`第${n}位`);
    await upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as: member });
    members.push(member);
  }
  const edit = async (changes: Partial<typeof fields> | { formId: null }) => {
    const { version } = await upstream.call(adminActivityApi.get, { params: { id } }, { token });
    await upstream.call(adminActivityApi.put, { body: { ...fields, ...changes, id, version } }, { token });
  };
  const setCapacity = (places: number | null) => edit({ capacity: places });
  /** Adds another activity with the same form, some hours later. */
  const again = (capacity: number | null, hours: number) => {
    const at = (time: string) => new Date(Date.parse(time) + hours * HOUR).toISOString();
    const times = { startsAt: at(fields.startsAt), endsAt: at(fields.endsAt) };
    return upstream.call(adminActivityApi.add, { body: { ...fields, ...times, capacity } }, { token });
  };
  return { id, formId, members, edit, setCapacity, again };
}

const statesOf = async (formId: number) => {
  const { db } = upstream.services;
  const rows = await db
    .selectFrom("form_submissions")
    .select("state")
    .where("form_id", "=", formId)
    .orderBy("id")
    .execute();
  return rows.map(({ state }) => state);
};
const toldOf = async (userIds: number[]) => {
  const rows = await upstream.services.db
    .selectFrom("news")
    .select("user_id")
    .where("user_id", "in", userIds)
    .execute();
  return rows.map(({ user_id }) => userIds.indexOf(user_id)).sort();
};
const isFull = async (id: number) => (await upstream.call(activityApi.get, { params: { id } })).full;

test("more places go to those who wait, in order, who are told; fewer places are taken from nobody", async () => {
  const { id, formId, members, setCapacity } = await addActivity(1, 5);
  expect(await statesOf(formId)).toEqual(["in", "waiting", "waiting", "waiting", "waiting"]);
  const before = await upstream.services.versions.latest([`form/${formId}`]);
  await setCapacity(3);
  expect(await upstream.services.versions.latest([`form/${formId}`])).toBeGreaterThan(before);
  expect(await statesOf(formId)).toEqual(["in", "in", "in", "waiting", "waiting"]);
  expect(await toldOf(members)).toEqual([1, 2]);
  await setCapacity(2);
  expect(await statesOf(formId)).toEqual(["in", "in", "in", "waiting", "waiting"]);
  await setCapacity(3);
  expect(await statesOf(formId)).toEqual(["in", "in", "in", "waiting", "waiting"]);
  expect(await isFull(id)).toBe(true);
  await setCapacity(null);
  expect(await statesOf(formId)).toEqual(["in", "in", "in", "in", "in"]);
  expect(await toldOf(members)).toEqual([1, 2, 3, 4]);
});

test("of places that staff keep free, only as many are given as are added or given up", async () => {
  const { formId, members, edit } = await addActivity(3, 8);
  const rows = await upstream.services.db.selectFrom("form_submissions").select("id").orderBy("id").execute();
  const [refused = 0, second = 0] = rows.map(({ id }) => id);
  await upstream.call(adminSubmissionApi.put, { body: { ids: [refused], state: "refused" } }, { token });
  await edit({ capacity: 3, title: "数据库之夜，改了错字" });
  expect((await statesOf(formId)).slice(0, 5)).toEqual(["refused", "in", "in", "waiting", "waiting"]);
  await edit({ capacity: 4 });
  expect((await statesOf(formId)).slice(3, 6)).toEqual(["in", "waiting", "waiting"]);
  await upstream.call(ownSubmissionApi.withdraw, { body: { id: formId, submission: second } }, { as: members[1] ?? 0 });
  expect((await statesOf(formId)).slice(3, 7)).toEqual(["in", "in", "waiting", "waiting"]);

  const { services } = upstream;
  const close = (member: number) => transact(services.db, (trx) => deleteUser(trx, services, member));
  await close(members[0] ?? 0);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "in", "in", "waiting", "waiting", "waiting"]);
  await close(members[2] ?? 0);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "in", "in", "waiting", "waiting"]);
  // An activity that gets a form has all of its places to give.
  await edit({ formId: null });
  await edit({ capacity: 4 });
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "in", "in", "in", "waiting"]);
  expect(await toldOf(members)).toEqual([3, 4, 5, 6]);
});

test("sign-ups from before there was a limit take places", async () => {
  const { id, formId, setCapacity } = await addActivity(null, 2);
  await setCapacity(2);
  expect(await statesOf(formId)).toEqual(["new", "new"]);
  expect(await isFull(id)).toBe(true);
  const late = await upstream.addUser("后来的");
  const sent = await upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as: late });
  expect(sent.waiting).toBe(true);
});

test("of several activities with one form, the places of the last to begin count", async () => {
  const { id, formId, members, edit, again } = await addActivity(1, 1);
  const signUp = async (nickname: string) => {
    const member = await upstream.addUser(nickname);
    members.push(member);
    return upstream.call(formApi.submit, { body: { id: formId, values: { f1: "来" } } }, { as: member });
  };
  const last = await again(2, 24);
  expect([await isFull(id), await isFull(last.id)]).toEqual([false, false]);
  now = new Date(now.getTime() + 3 * HOUR);
  expect((await signUp("第二场的")).waiting).toBe(false);
  expect((await signUp("晚了的")).waiting).toBe(true);
  expect(await isFull(last.id)).toBe(true);
  // The first one, which is over, has no places to give.
  await edit({ capacity: 5 });
  expect(await statesOf(formId)).toEqual(["in", "in", "waiting"]);
  const { version, ...saved } = await upstream.call(adminActivityApi.get, { params: { id: last.id } }, { token });
  const body = { ...saved, cover: "", id: last.id, version, capacity: 3 };
  await upstream.call(adminActivityApi.put, { body }, { token });
  expect(await statesOf(formId)).toEqual(["in", "in", "in"]);
  expect(await toldOf(members)).toEqual([2]);
  // Without a limit, there is no waiting list.
  await again(null, 48);
  expect((await signUp("第三场的")).waiting).toBe(false);
  expect((await statesOf(formId)).at(-1)).toBe("new");
});

test("nobody is given a place of an activity that is over", async () => {
  const { formId, members, setCapacity } = await addActivity(1, 2);
  now = new Date(now.getTime() + 2 * HOUR);
  await setCapacity(2);
  expect(await statesOf(formId)).toEqual(["in", "waiting"]);
  expect(await toldOf(members)).toEqual([]);
});

test("the place of an account that is closed goes to the first who waits", async () => {
  const { formId, members } = await addActivity(2, 5);
  const [first = 0, second = 0, third = 0] = members;
  const { services } = upstream;
  await transact(services.db, (trx) => deleteUser(trx, services, first));
  expect(await statesOf(formId)).toEqual(["in", "in", "waiting", "waiting"]);
  expect(await toldOf(members)).toEqual([2]);
  // Who waited leaves no place.
  await transact(services.db, (trx) => deleteUser(trx, services, members[3] ?? 0));
  expect(await statesOf(formId)).toEqual(["in", "in", "waiting"]);

  // A submission that arrived while its account was being closed.
  await services.db
    .updateTable("users")
    .set({ deleted_at: now.toISOString() })
    .where("id", "in", [second, third])
    .execute();
  await forgetLate(services);
  expect(await statesOf(formId)).toEqual(["in"]);
  expect(await toldOf(members)).toEqual([4]);
});
