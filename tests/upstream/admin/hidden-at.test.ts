import { afterEach, beforeEach, expect, test } from "vitest";
import { adminActivityApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { adminCaseApi } from "#app/contract/admin/content/case";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { auditApi } from "#app/contract/admin/system/audit";
import { announcementApi } from "#app/contract/content/announcement";
import { configApi } from "#app/contract/site/config";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { publishDue } from "#upstream/jobs/publish-due";
import { hideDue } from "#upstream/modules/admin/edited-content/hide-due";
import { placeDuePictures } from "#upstream/modules/admin/site/place-due";

const SOON = "2026-05-02T00:00:00.000Z";
const AFTER = "2026-05-03T00:00:00.000Z";

let now: Date;
let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  now = new Date("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const FIELDS = { title: "五月二日前报名", content: "过了就没有了。" };
const add = (fields: object = {}) =>
  upstream.call(adminAnnouncementApi.add, { body: { ...FIELDS, ...fields } }, { token }).then(({ id }) => id);
const put = (id: number, version: number, fields: object = {}) =>
  upstream.call(adminAnnouncementApi.put, { body: { ...FIELDS, id, version, ...fields } }, { token });
const get = (id: number) => upstream.call(adminAnnouncementApi.get, { params: { id } }, { token });
const titles = () => upstream.call(announcementApi.list, {}).then(({ list }) => list.map(({ title }) => title));
const log = async (action: string) => (await upstream.call(auditApi.list, { query: { action } }, { token })).list;
const undo = (id = 0) => upstream.call(auditApi.undo, { body: { id } }, { token });

test("something with an end time leaves the site then, once, and stays when it is restored", async () => {
  const id = await add({ hideAt: "2026-05-02T08:00:00+08:00" });
  expect((await get(id)).hideAt).toBe(SOON);
  await add({ title: "一直在的公告" });
  expect(await hideDue(upstream.services)).toBe(0);
  expect(await titles()).toHaveLength(2);
  const stamp = await upstream.services.versions.now();
  now = new Date(SOON);
  const done = await Promise.all([hideDue(upstream.services), hideDue(upstream.services)]);
  expect(done[0] + done[1]).toBe(1);
  expect(await titles()).toEqual(["一直在的公告"]);
  expect(await upstream.services.versions.latest(["announcements"])).toBeGreaterThan(stamp);
  expect(await outcomeOf(upstream.call(announcementApi.get, { params: { id } }))).toBe("NOT_FOUND");
  await expectConsistent(upstream.services.db);
  const [row] = await log("announcement.remove");
  expect(row).toMatchObject({ via: "schedule", actor: null, target: String(id), reason: "到了定好的撤下时间" });
  await undo(row?.id);
  expect(await titles()).toHaveLength(2);
  expect(await hideDue(upstream.services)).toBe(0);
  expect((await get(id)).hideAt).toBeNull();
  await expectConsistent(upstream.services.db);
});

test("an end time in the past is refused, one that is changed or removed takes effect, and each change can be undone", async () => {
  expect(await outcomeOf(add({ hideAt: "2026-04-30T00:00:00Z" }))).toEqual({ hideAt: "撤下的时间要在现在以后" });
  const id = await add({ hideAt: SOON });
  await put(id, 1, { hideAt: AFTER });
  now = new Date(SOON);
  expect(await hideDue(upstream.services)).toBe(0);
  await undo((await log("announcement.put"))[0]?.id);
  // The earlier time is past by now.
  expect((await get(id)).hideAt).toBeNull();
  await put(id, 3, { hideAt: AFTER });
  await put(id, 4, { title: "改了别的", hideAt: AFTER });
  await undo((await log("announcement.put"))[0]?.id);
  expect(await get(id)).toMatchObject({ title: FIELDS.title, hideAt: AFTER });
});

test("something removed earlier by staff and restored after its end time stays", async () => {
  const id = await add({ hideAt: SOON });
  await upstream.call(adminAnnouncementApi.remove, { body: { id } }, { token });
  now = new Date(AFTER);
  expect(await hideDue(upstream.services)).toBe(0);
  await upstream.call(adminAnnouncementApi.restore, { body: { id } }, { token });
  expect(await hideDue(upstream.services)).toBe(0);
  expect(await titles()).toEqual([FIELDS.title]);
});

test("a draft can have an end time, too: published at one time, removed at another", async () => {
  const drafts = adminAnnouncementDraftApi;
  const draft = (publishAt: string, hideAt: string) =>
    upstream.call(drafts.add, { body: { ...FIELDS, publishAt, hideAt } }, { token });
  expect(await outcomeOf(draft(AFTER, SOON))).toEqual({ hideAt: "撤下的时间要晚于发布时间" });
  const { id } = await draft(SOON, AFTER);
  expect((await upstream.call(drafts.get, { params: { id } }, { token })).fields.hideAt).toBe(AFTER);
  now = new Date(SOON);
  expect([await publishDue(upstream.services), await hideDue(upstream.services)]).toEqual([1, 0]);
  expect(await titles()).toEqual([FIELDS.title]);
  now = new Date(AFTER);
  expect(await hideDue(upstream.services)).toBe(1);
  expect(await titles()).toEqual([]);
});

test("activities and cases leave at their end time alike", async () => {
  const activity = { title: "数据库之夜", content: "正文", city: "杭州", startsAt: SOON, endsAt: AFTER, hideAt: SOON };
  await upstream.call(adminActivityApi.add, { body: activity }, { token });
  await upstream.call(adminCaseApi.add, { body: { title: "奶茶店选址", content: "正文", hideAt: SOON } }, { token });
  now = new Date(SOON);
  expect(await hideDue(upstream.services)).toBe(2);
  await expectConsistent(upstream.services.db);
  expect([...(await log("activity.remove")), ...(await log("case.remove"))]).toHaveLength(2);
});

test("what can't be hidden keeps nothing behind it on the site", async () => {
  const { search } = upstream.services;
  const cases: number[] = [];
  for (const hideAt of ["2026-05-01T12:00:00Z", SOON]) {
    const { id } = await upstream.call(
      adminCaseApi.add,
      { body: { title: "案例", content: "正文", hideAt } },
      { token },
    );
    cases.push(id);
  }
  const { remove } = search;
  search.remove = async (trx, kind, id) => {
    if (id === cases[0]) throw new Error("the index is damaged here");
    return remove.call(search, trx, kind, id);
  };
  now = new Date(SOON);
  await expect(hideDue(upstream.services)).rejects.toThrow("the index is damaged here");
  search.remove = remove;
  expect(await log("case.remove")).toMatchObject([{ target: String(cases[1]) }]);
  expect(await hideDue(upstream.services)).toBe(1);
  await expectConsistent(upstream.services.db);
});

test("banners and posters leave at their end time, and restored from the log they stay", async () => {
  const rows = [
    { title: "征文", subtitle: "", href: "/question", picture: "", endsAt: SOON },
    { title: "常年", subtitle: "", href: "/article", picture: "" },
  ];
  const save = (version: number, more: typeof rows | object[] = rows) =>
    upstream.call(adminSiteApi.putBanner, { body: { version, rows: more as typeof rows } }, { token });
  const shown = async () => (await upstream.call(configApi.banner, {})).map(({ title }) => title);
  expect(await outcomeOf(save(0, [{ ...rows[0], endsAt: "2026-04-01T00:00:00Z" }]))).toEqual({
    "rows.0.endsAt": "撤下的时间要在现在以后",
  });
  await save(0);
  expect(await upstream.call(configApi.banner, {})).not.toContainEqual(expect.objectContaining({ endsAt: SOON }));
  expect(await placeDuePictures(upstream.services)).toBe(0);
  now = new Date(SOON);
  const gone = await Promise.all([placeDuePictures(upstream.services), placeDuePictures(upstream.services)]);
  expect(gone[0] + gone[1]).toBe(1);
  expect(await shown()).toEqual(["常年"]);
  const [row] = await log("site.put");
  expect(row).toMatchObject({ via: "schedule", target: "banner" });
  await undo(row?.id);
  expect(await placeDuePictures(upstream.services)).toBe(0);
  expect(await shown()).toEqual(["征文", "常年"]);
});

test("a banner appears at its start time, not before, and leaves at its end time", async () => {
  const { version } = (await upstream.call(adminSiteApi.get, {}, { token })).banner;
  const save = (startsAt: string, endsAt: string | null) => {
    const row = { title: "周年", subtitle: "", href: "/question", picture: "", startsAt, endsAt };
    return upstream.call(adminSiteApi.putBanner, { body: { version, rows: [row] } }, { token });
  };
  const shown = async () => (await upstream.call(configApi.banner, {})).map(({ title }) => title);
  expect(await outcomeOf(save(AFTER, SOON))).toEqual({ "rows.0.endsAt": "要晚于出现的时间" });
  await save(SOON, AFTER);
  expect(await shown()).toEqual([]);
  expect(await placeDuePictures(upstream.services)).toBe(0);
  expect((await upstream.call(adminSiteApi.get, {}, { token })).banner.rows).toMatchObject([
    { startsAt: SOON, endsAt: AFTER },
  ]);
  now = new Date(SOON);
  expect(await placeDuePictures(upstream.services)).toBe(1);
  expect(await upstream.call(configApi.banner, {})).toEqual([
    { id: 1, title: "周年", subtitle: "", href: "/question", image: null },
  ]);
  expect((await log("site.put"))[0]).toMatchObject({ via: "schedule", target: "banner", reason: "到了定好的出现时间" });
  now = new Date(AFTER);
  expect(await placeDuePictures(upstream.services)).toBe(1);
  expect(await shown()).toEqual([]);
});
