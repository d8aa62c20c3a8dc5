import { afterEach, beforeEach, expect, test } from "vitest";
import { adminAnnouncementDraftApi as drafts } from "#app/contract/admin/content/announcement";
import { auditApi } from "#app/contract/admin/system/audit";
import { announcementApi } from "#app/contract/content/announcement";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { publishDue } from "#upstream/jobs/publish-due";

let now: Date;
let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  now = new Date("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const FIELDS = { title: "今晚维护", content: "**二十三点**开始。" };
const SOON = "2026-05-01T06:00:00.000Z";
const LATER = "2026-05-02T06:00:00.000Z";

const add = (publishAt: string) =>
  upstream.call(drafts.add, { body: { ...FIELDS, publishAt } }, { token }).then(({ id }) => id);
const get = (id: number) => upstream.call(drafts.get, { params: { id } }, { token });
const put = (id: number, version: number, more: object) =>
  upstream.call(drafts.put, { body: { ...FIELDS, ...more, id, version } }, { token });
const undo = async (action: string) => {
  const { list } = await upstream.call(auditApi.list, { query: { action } }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const published = async () => {
  await publishDue(upstream.services);
  return (await upstream.call(announcementApi.list, {})).total;
};

test("a draft restored after its publication time is no longer scheduled, and is not published", async () => {
  const id = await add(SOON);
  await upstream.call(drafts.remove, { body: { id } }, { token });
  now = new Date(SOON);
  await undo("draft.remove");
  expect(await published()).toBe(0);
  expect(await get(id)).toMatchObject({ title: "今晚维护", publishAt: null });
});

test("a change of a draft undone after the earlier publication time leaves it unscheduled, and is not published", async () => {
  const id = await add(SOON);
  await put(id, 1, { publishAt: LATER, title: "改到明晚" });
  now = new Date(SOON);
  await undo("draft.put");
  expect(await published()).toBe(0);
  expect(await get(id)).toMatchObject({ title: "今晚维护", publishAt: null });
});

test("a publication time that is still to come is restored, and the draft published then", async () => {
  const id = await add(LATER);
  await put(id, 1, { publishAt: null });
  await undo("draft.put");
  await upstream.call(drafts.remove, { body: { id } }, { token });
  await undo("draft.remove");
  expect((await get(id)).publishAt).toBe(LATER);
  now = new Date(LATER);
  expect(await published()).toBe(1);
});

test("changes of a draft and its creation are undone one after the other, latest first", async () => {
  const id = await add(LATER);
  await put(id, 1, { publishAt: null, title: "第二稿" });
  await put(id, 2, { publishAt: null, title: "第三稿" });
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token });
  const undoOne = (entry: number) => outcomeOf(upstream.call(auditApi.undo, { body: { id: entry } }, { token }));
  const [third = 0, second = 0, first = 0] = list
    .filter(({ action }) => action.startsWith("draft."))
    .map((one) => one.id);
  expect(await undoOne(second), "not before the later one").toBe("CONFLICT");
  for (const entry of [third, second]) expect(await undoOne(entry)).toBe("SUCCESS");
  expect((await get(id)).title).toBe("今晚维护");
  expect(await undoOne(first)).toBe("SUCCESS");
  expect(await outcomeOf(get(id))).toBe("NOT_FOUND");
});

test("a form that was opened before a change and its undo is refused", async () => {
  const id = await add(LATER);
  await put(id, 1, { title: "改过的" });
  await undo("draft.put");
  expect((await get(id)).version).toBe(3);
  for (const version of [1, 2]) expect(await outcomeOf(put(id, version, { title: "旧表单" }))).toBe("CONFLICT");
  expect(await outcomeOf(put(id, 3, { title: "新表单" }))).toBe("SUCCESS");
});
