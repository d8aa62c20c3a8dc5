import { afterEach, beforeEach, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { type SubmissionState, submissionStates } from "#app/contract/admin/content/submission-states";
import { auditApi } from "#app/contract/admin/system/audit";
import { activityApi } from "#app/contract/content/activity";
import { formApi } from "#app/contract/content/form";
import { ownSubmissionApi } from "#app/contract/content/own-submission";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

const HOUR = 3_600_000;
const CLOSES = Date.now() + HOUR;
const STARTS = CLOSES + HOUR;

let upstream: TestUpstream;
let now: Date;
let owner: number;
let token: string;

beforeEach(async () => {
  now = new Date();
  upstream = await createTestUpstream({ clock: () => now });
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
});
afterEach(() => upstream.close());

/** Adds a form for members, and for `capacity` an activity with that many places (null: no limit). */
async function addForm({ capacity, once = true }: { capacity?: number | null; once?: boolean } = {}) {
  const closesAt = new Date(CLOSES).toISOString();
  const shape = { title: "报名", fields: [{ label: "姓名", type: "text" as const }], oncePerPerson: once, closesAt };
  const { id: formId } = await upstream.call(adminFormApi.add, { body: { ...shape, notify: [owner] } }, { token });
  if (capacity === undefined) return { formId, activityId: 0 };
  const activity = {
    title: "数据库之夜",
    content: "聊聊。",
    city: "杭州",
    formId,
    capacity,
    startsAt: new Date(STARTS).toISOString(),
    endsAt: new Date(STARTS + HOUR).toISOString(),
  };
  const { id: activityId } = await upstream.call(adminActivityApi.add, { body: activity }, { token });
  return { formId, activityId };
}
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => upstream.addUser(`第${n + 1}位`)));
const signUp = (id: number, as: number) =>
  upstream.call(formApi.submit, { body: { id, values: { f1: "来" } } }, { as });
const seen = (id: number, as: number) => upstream.call(formApi.get, { params: { id } }, { as });
const withdrawOne = (id: number, submission: number, as: number) =>
  upstream.call(ownSubmissionApi.withdraw, { body: { id, submission } }, { as });
/** Withdraws the newest submission that a member ever sent. */
const withdraw = async (id: number, as: number) => {
  const sent = (await rowsOf(id)).filter(({ user_id }) => user_id === as);
  return withdrawOne(id, sent.at(-1)?.id ?? 999, as);
};
const rowsOf = (formId: number) =>
  upstream.services.db
    .selectFrom("form_submissions")
    .select(["id", "user_id", "once_by", "state"])
    .where("form_id", "=", formId)
    .orderBy("id")
    .execute();
const submissions = async (formId: number) => {
  const { list } = await upstream.call(adminSubmissionApi.list, { query: { formId } }, { token });
  return list.reverse();
};
const mark = async (formId: number, userId: number, state: SubmissionState) => {
  const ids = (await submissions(formId)).filter(({ member }) => member?.userId === userId).map(({ id }) => id);
  await upstream.call(adminSubmissionApi.put, { body: { ids: ids.slice(-1), state } }, { token });
};
const statesOf = async (formId: number) => (await submissions(formId)).map(({ state }) => state);
const news = (userId: number) =>
  upstream.services.db
    .selectFrom("news")
    .select(["title", "path"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();

test("a place that is given up goes to the first on the waiting list, who is told, and so are staff", async () => {
  const { formId, activityId } = await addForm({ capacity: 1 });
  const [first = 0, second = 0, third = 0] = await people(3);
  for (const one of [first, second, third]) await signUp(formId, one);
  expect(await seen(formId, first)).toMatchObject({ own: [{ waiting: false, withdrawable: true }], activityId });
  const before = await upstream.services.versions.latest([`form/${formId}`]);
  await withdraw(formId, first);
  expect(await upstream.services.versions.latest([`form/${formId}`])).toBeGreaterThan(before);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "waiting"]);
  expect(await seen(formId, first)).toMatchObject({ submitted: false, own: [], activityId: null });
  expect(await seen(formId, second)).toMatchObject({ submitted: true, own: [{ waiting: false }] });
  expect(await news(second)).toEqual([
    { title: "有名额了：你在「报名」的报名已从候补转为录取", path: `/form/${formId}` },
  ]);
  expect(await news(third)).toEqual([]);
  expect(await news(owner)).toEqual([
    { title: "表单「报名」收到 3 份新答卷", path: `/admin/form/${formId}/submission` },
    { title: "表单「报名」收到 1 份撤回", path: `/admin/form/${formId}/submission?state=withdrawn` },
  ]);
  const { signUps } = await upstream.call(adminActivityApi.get, { params: { id: activityId } }, { token });
  expect(signUps).toEqual({ total: 2, in: 1, waiting: 1 });

  // Whoever comes back is the last of those who wait.
  expect((await signUp(formId, first)).waiting).toBe(true);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "waiting", "waiting"]);
  // Giving up a place on the waiting list frees none.
  await withdraw(formId, third);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "withdrawn", "waiting"]);
});

test("doing it twice, or without a submission, changes nothing", async () => {
  const { formId } = await addForm({ capacity: 1 });
  const [first = 0, second = 0, third = 0, stranger = 0] = await people(4);
  for (const one of [first, second, third]) await signUp(formId, one);
  await Promise.all([withdraw(formId, first), withdraw(formId, first), withdraw(formId, stranger)]);
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "waiting"]);
  expect((await news(owner)).at(-1)?.title).toBe("表单「报名」收到 1 份撤回");
});

test("places given up at once by everybody go to as many who wait", async () => {
  const { formId } = await addForm({ capacity: 3 });
  const all = await people(8);
  for (const one of all) await signUp(formId, one);
  await Promise.all(all.slice(0, 4).map((one) => withdraw(formId, one)));
  expect((await statesOf(formId)).sort()).toEqual([...Array(3).fill("in"), "waiting", ...Array(4).fill("withdrawn")]);
});

test("while somebody waits for a free place, who signs up later gets none", async () => {
  const { formId, activityId } = await addForm({ capacity: 1 });
  const [first = 0, second = 0, third = 0] = await people(3);
  for (const one of [first, second]) await signUp(formId, one);
  await mark(formId, first, "refused");
  expect((await upstream.call(activityApi.get, { params: { id: activityId } })).full).toBe(true);
  expect((await signUp(formId, third)).waiting).toBe(true);
});

test("a sign-up can be withdrawn until the activity begins, any other submission until its form closes", async () => {
  const [signUps, form] = [await addForm({ capacity: null }), await addForm()];
  const [person = 0] = await people(1);
  for (const { formId } of [signUps, form]) await signUp(formId, person);
  const can = async () => [
    (await seen(signUps.formId, person)).own[0]?.withdrawable,
    (await seen(form.formId, person)).own[0]?.withdrawable,
  ];
  expect(await can()).toEqual([true, true]);
  now = new Date(CLOSES);
  expect(await can()).toEqual([true, false]);
  expect(await outcomeOf(withdraw(form.formId, person))).toBe("FORBIDDEN");
  now = new Date(STARTS);
  expect(await can()).toEqual([false, false]);
  expect(await outcomeOf(withdraw(signUps.formId, person))).toBe("FORBIDDEN");
  now = new Date(STARTS - 1);
  await withdraw(signUps.formId, person);
  expect(await statesOf(signUps.formId)).toEqual(["withdrawn"]);
});

test("of several activities with one form, the last one to begin counts", async () => {
  const { formId, activityId } = await addForm({ capacity: null });
  const first = await upstream.call(adminActivityApi.get, { params: { id: activityId } }, { token });
  const [person = 0] = await people(1);
  await signUp(formId, person);
  const later = {
    title: first.title,
    content: "再聊。",
    city: first.city,
    formId,
    capacity: null,
    startsAt: new Date(STARTS + HOUR).toISOString(),
    endsAt: new Date(STARTS + 2 * HOUR).toISOString(),
  };
  await upstream.call(adminActivityApi.add, { body: later }, { token });
  now = new Date(STARTS);
  expect(await seen(formId, person)).toMatchObject({ own: [{ withdrawable: true }], activityId: null });
  now = new Date(STARTS + HOUR);
  expect(await seen(formId, person)).toMatchObject({ own: [{ withdrawable: false }] });
});

test("what staff have dealt with can't be withdrawn; what they mark as withdrawn can be sent again", async () => {
  const { formId } = await addForm({ capacity: 5 });
  const [person = 0] = await people(1);
  await signUp(formId, person);
  const allowed: SubmissionState[] = [];
  for (const state of submissionStates.filter((one) => one !== "withdrawn")) {
    await mark(formId, person, state);
    if ((await seen(formId, person)).own[0]?.withdrawable) allowed.push(state);
    else expect(await outcomeOf(withdraw(formId, person)), state).toBe("FORBIDDEN");
  }
  expect(allowed).toEqual(["new", "in", "waiting"]);
  await mark(formId, person, "withdrawn");
  expect(await seen(formId, person)).toMatchObject({ submitted: false, own: [] });
  await signUp(formId, person);
  expect(await outcomeOf(signUp(formId, person))).toBe("CONFLICT");
  expect(await statesOf(formId)).toEqual(["withdrawn", "in"]);
});

test("staff can't undo their mark on what was withdrawn since", async () => {
  const { formId } = await addForm({ capacity: 1 });
  const [first = 0, second = 0] = await people(2);
  for (const one of [first, second]) await signUp(formId, one);
  await mark(formId, second, "in");
  await withdraw(formId, second);
  const { list } = await upstream.call(auditApi.list, { query: { action: "submission.put" } }, { token });
  expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token }))).toBe("CONFLICT");
  expect(await statesOf(formId)).toEqual(["in", "withdrawn"]);
});

test("of a form that takes several, each submission of one's own can be withdrawn, and nobody else's", async () => {
  const { formId } = await addForm({ capacity: 2, once: false });
  const [person = 0, other = 0] = await people(2);
  for (const one of [person, person, other, person]) await signUp(formId, one);
  const [first, second, others, third] = (await rowsOf(formId)).map(({ id }) => id);
  expect((await seen(formId, person)).own).toMatchObject([
    { id: third, waiting: true, withdrawable: true },
    { id: second, waiting: false, withdrawable: true },
    { id: first, waiting: false, withdrawable: true },
  ]);
  expect((await seen(formId, other)).own).toMatchObject([{ id: others, waiting: true }]);
  expect(await upstream.call(formApi.get, { params: { id: formId } })).toMatchObject({ submitted: false, own: [] });
  const elsewhere = (await addForm({ once: false })).formId;
  await withdrawOne(formId, others ?? 0, person);
  await withdrawOne(elsewhere, first ?? 0, person);
  expect(await statesOf(formId)).toEqual(["in", "in", "waiting", "waiting"]);
  await withdrawOne(formId, second ?? 0, person);
  expect(await statesOf(formId)).toEqual(["in", "withdrawn", "in", "waiting"]);
  expect((await seen(formId, person)).own.map(({ id }) => id)).toEqual([third, first]);
});

test("staff's mark as withdrawn lets the member submit again at once; put back, it counts as theirs again", async () => {
  const { formId } = await addForm({ capacity: 5 });
  const [person = 0, other = 0] = await people(2);
  for (const one of [person, other]) await signUp(formId, one);
  await mark(formId, person, "withdrawn");
  expect(await rowsOf(formId)).toMatchObject([{ once_by: null }, { once_by: other }]);
  await mark(formId, person, "in");
  expect(await rowsOf(formId)).toMatchObject([{ once_by: person }, { once_by: other }]);
  expect(await outcomeOf(signUp(formId, person))).toBe("CONFLICT");

  // Withdrawn by the member, put back by staff.
  await withdraw(formId, person);
  await mark(formId, person, "in");
  expect(await seen(formId, person)).toMatchObject({ submitted: true, own: [{ waiting: false, withdrawable: true }] });
  expect(await outcomeOf(signUp(formId, person))).toBe("CONFLICT");

  // Submitted again meanwhile.
  await mark(formId, person, "withdrawn");
  await signUp(formId, person);
  const [first] = await rowsOf(formId);
  const putBack = upstream.call(adminSubmissionApi.put, { body: { ids: [first?.id ?? 0], state: "in" } }, { token });
  expect(await outcomeOf(putBack)).toBe("CONFLICT");
  expect(await statesOf(formId)).toEqual(["withdrawn", "in", "in"]);
});

test("undoing a mark as withdrawn makes it count as its member's only one again", async () => {
  const { formId } = await addForm({ capacity: 1 });
  const [person = 0] = await people(1);
  await signUp(formId, person);
  await mark(formId, person, "withdrawn");
  const undoLast = async () => {
    const { list } = await upstream.call(auditApi.list, { query: { action: "submission.put" } }, { token });
    return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
  };
  await undoLast();
  expect(await rowsOf(formId)).toMatchObject([{ state: "in", once_by: person }]);
  await mark(formId, person, "withdrawn");
  await signUp(formId, person);
  expect(await outcomeOf(undoLast())).toBe("CONFLICT");
});

test("who submitted before a form took one per person has submitted", async () => {
  const { formId } = await addForm({ once: false });
  const [person = 0] = await people(1);
  await signUp(formId, person);
  await upstream.services.db.updateTable("forms").set({ once_per_person: 1 }).where("id", "=", formId).execute();
  expect((await seen(formId, person)).submitted).toBe(true);
  expect(await outcomeOf(signUp(formId, person))).toBe("CONFLICT");
});
