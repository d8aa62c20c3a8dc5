import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminActivityDraftApi } from "#app/contract/admin/content/activity";
import { adminAnnouncementApi, adminAnnouncementDraftApi } from "#app/contract/admin/content/announcement";
import { adminCaseApi, adminCaseDraftApi } from "#app/contract/admin/content/case";
import { auditApi } from "#app/contract/admin/system/audit";
import { activityApi } from "#app/contract/content/activity";
import { announcementApi } from "#app/contract/content/announcement";
import { caseApi } from "#app/contract/content/case";
import { searchApi } from "#app/contract/reading/search";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { publishDue } from "#upstream/jobs/publish-due";

let now: Date;
let upstream: TestUpstream;
let owner: number;
let token: string;

beforeEach(async () => {
  now = new Date("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({ clock: () => now });
  owner = await addStaff(upstream, "owner");
  token = await staffToken(upstream, owner);
});
afterEach(() => upstream.close());

const drafts = adminAnnouncementDraftApi;
const FIELDS = { title: "今晚维护", content: "**二十三点**开始。" };
const LATER = "2199-01-01T00:00:00.000Z";
const PASSED = "这个时间已经过去了；要现在发布，请按“发布”或“保存”";
const SOON = "2026-05-01T06:00:00.000Z";
const untilSoon = () => {
  now = new Date(SOON);
};

const add = (fields: object, more: object = {}) =>
  upstream.call(drafts.add, { body: { ...fields, ...more } }, { token }).then(({ id }) => id);
const get = (id: number) => upstream.call(drafts.get, { params: { id } }, { token });
const titles = () => upstream.call(announcementApi.list, {}).then(({ list }) => list.map(({ title }) => title));
const undo = async (action: string) => {
  const { list } = await upstream.call(auditApi.list, { query: { action } }, { token });
  return upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
};
const stored = () => upstream.services.db.selectFrom("staff_drafts").selectAll().orderBy("id").execute();

describe("a draft", () => {
  test("can be incomplete, is public nowhere, and is published once complete", async () => {
    const id = await add({ title: "今晚维护" });
    expect(await get(id)).toMatchObject({
      title: "今晚维护",
      item: null,
      publishAt: null,
      fields: { title: "今晚维护" },
    });
    expect(await titles()).toEqual([]);
    const incomplete = { id, version: 1, title: "今晚维护" };
    expect(await outcomeOf(upstream.call(drafts.publish, { body: incomplete as never }, { token }))).toMatchObject({
      content: expect.any(String),
    });
    await upstream.call(drafts.put, { body: { id, version: 1, ...FIELDS } }, { token });
    expect(await outcomeOf(upstream.call(drafts.put, { body: { id, version: 1, ...FIELDS } }, { token }))).toBe(
      "CONFLICT",
    );
    expect(await outcomeOf(upstream.call(drafts.publish, { body: { id, version: 1, ...FIELDS } }, { token }))).toBe(
      "CONFLICT",
    );
    await upstream.call(drafts.publish, { body: { id, version: 2, ...FIELDS } }, { token });
    expect(await titles()).toEqual(["今晚维护"]);
    expect(await stored()).toEqual([]);
    expect(await outcomeOf(get(id))).toBe("NOT_FOUND");
    await expectConsistent(upstream.services.db);
  });

  test("is validated for the fields that it has, under their right names", async () => {
    expect(await outcomeOf(add({ title: "今" }))).toEqual({ title: expect.any(String) });
    expect(await outcomeOf(add(FIELDS, { publishAt: "明天" }))).toEqual({ publishAt: "不是有效的时间" });
    expect(await outcomeOf(add(FIELDS, { publishAt: "2025-06-01T00:00:00.000Z" }))).toEqual({ publishAt: PASSED });
    expect(await outcomeOf(add({ title: "今晚维护" }, { publishAt: LATER }))).toEqual({ content: expect.any(String) });
    const activity = { title: "数据库之夜", startsAt: "2199-03-01T11:00:00Z", endsAt: "2199-03-01T10:00:00Z" };
    const call = (more: object) =>
      outcomeOf(upstream.call(adminActivityDraftApi.add, { body: { ...activity, ...more } }, { token }));
    expect(await call({})).toBe("SUCCESS");
    expect(await call({ city: "杭州", content: "聊", publishAt: LATER })).toEqual({ endsAt: "要晚于开始时间" });
  });

  test("has a preview as readers will see it, of which nothing is stored, not even in the search", async () => {
    const before = await upstream.services.versions.now();
    const fields = { title: "便利店选址", content: "# 一\n\n先看**人流**。", tags: ["选址"] };
    const { id } = await upstream.call(adminCaseDraftApi.add, { body: fields }, { token });
    const shown = await upstream.call(adminCaseDraftApi.preview, { params: { id } }, { token });
    expect(shown).toMatchObject({ title: "便利店选址", tags: ["选址"], excerpt: expect.stringContaining("人流") });
    expect((await upstream.call(caseApi.list, {})).total).toBe(0);
    expect((await upstream.call(searchApi.case, { query: { q: "人流" } })).total).toBe(0);
    expect(await upstream.services.versions.now()).toBe(before);
    const { list } = await upstream.call(auditApi.list, {}, { token });
    expect(list.map(({ action }) => action)).toEqual(["draft.add"]);
    const half = await add({ title: "今晚维护" });
    expect(await outcomeOf(upstream.call(drafts.preview, { params: { id: half } }, { token }))).toMatchObject({
      content: expect.any(String),
    });
    // The preview matches the published item.
    const published = await upstream.call(
      adminCaseDraftApi.publish,
      { body: { id, version: 1, ...fields } },
      { token },
    );
    const read = await upstream.call(caseApi.get, { params: { id: published.id } });
    // Except for its id, which the preview may have consumed, and its time.
    const same = { id: 0, createdAt: "" };
    expect({ ...read, ...same }).toEqual({ ...shown, ...same });
  });

  test("of an existing text changes it when published, unless somebody else has changed it", async () => {
    const { id: item } = await upstream.call(
      adminCaseApi.add,
      { body: { title: "旧的标题", content: "旧" } },
      { token },
    );
    const changed = { title: "新的标题", content: "新" };
    const body = { ...changed, item: { id: item, version: 1 } };
    const { id } = await upstream.call(adminCaseDraftApi.add, { body }, { token });
    expect((await upstream.call(adminCaseDraftApi.preview, { params: { id } }, { token })).title).toBe("新的标题");
    expect((await upstream.call(caseApi.get, { params: { id: item } })).title).toBe("旧的标题");
    await upstream.call(
      adminCaseApi.put,
      { body: { id: item, version: 1, title: "别人的", content: "旧" } },
      { token },
    );
    const publish = (version: number, of = item) =>
      upstream.call(
        adminCaseDraftApi.publish,
        { body: { ...changed, id, version: 1, item: { id: of, version } } },
        { token },
      );
    expect(await outcomeOf(publish(1))).toBe("CONFLICT");
    expect(await outcomeOf(publish(2, item + 1))).toBe("NOT_FOUND");
    await publish(2);
    expect((await upstream.call(caseApi.get, { params: { id: item } })).title).toBe("新的标题");
    await undo("case.put");
    expect((await upstream.call(caseApi.get, { params: { id: item } })).title).toBe("别人的");
  });

  test("can be used for its own kind only", async () => {
    const id = await add(FIELDS);
    expect(await outcomeOf(upstream.call(adminCaseDraftApi.get, { params: { id } }, { token }))).toBe("NOT_FOUND");
    expect(await outcomeOf(upstream.call(adminCaseDraftApi.remove, { body: { id } }, { token }))).toBe("NOT_FOUND");
    const body = { id, version: 1, title: "别的" };
    expect(await outcomeOf(upstream.call(adminCaseDraftApi.put, { body }, { token }))).toBe("NOT_FOUND");
    expect((await upstream.call(adminCaseDraftApi.list, {}, { token })).total).toBe(0);
  });

  test("is written, changed and discarded with log rows, each of which can be undone", async () => {
    const id = await add(FIELDS);
    const first = await stored();
    await upstream.call(drafts.put, { body: { id, version: 1, title: "改过的标题", publishAt: null } }, { token });
    const second = await stored();
    await upstream.call(drafts.remove, { body: { id } }, { token });
    expect(await stored()).toEqual([]);
    await undo("draft.remove");
    expect(await stored()).toEqual(second);
    await undo("draft.put");
    expect(await stored()).toEqual([{ ...first[0], version: 3 }]);
    await add({ title: "又一份" });
    await undo("draft.add");
    expect(await stored()).toHaveLength(1);
    expect(await upstream.call(auditApi.verify, {}, { token })).toEqual({ broken: null });
  });
});

describe("a draft with a time", () => {
  test("is published then, by exactly one process, in the name of who scheduled it", async () => {
    const soon = await add(FIELDS, { publishAt: SOON });
    await add({ ...FIELDS, title: "明年的公告" }, { publishAt: LATER });
    await add({ ...FIELDS, title: "等人看的草稿" });
    expect((await upstream.call(drafts.list, {}, { token })).list.map(({ title }) => title)).toEqual([
      "今晚维护",
      "明年的公告",
      "等人看的草稿",
    ]);
    untilSoon();
    expect(await Promise.all([publishDue(upstream.services), publishDue(upstream.services)])).toContain(1);
    await publishDue(upstream.services);
    expect(await titles()).toEqual(["今晚维护"]);
    expect(await outcomeOf(get(soon))).toBe("NOT_FOUND");
    const { list } = await upstream.call(auditApi.list, { query: { kind: "announcement" } }, { token });
    expect(list).toMatchObject([{ action: "announcement.add", via: "schedule", actor: { userId: owner } }]);
    expect((await stored()).map(({ failure }) => failure)).toEqual(["", ""]);
    await expectConsistent(upstream.services.db);
  });

  test("that can't be published says why, waits, and is published once corrected", async () => {
    const { id: item } = await upstream.call(adminAnnouncementApi.add, { body: FIELDS }, { token });
    const id = await add({ ...FIELDS, title: "改过的" }, { item: { id: item, version: 1 }, publishAt: SOON });
    await upstream.call(
      adminAnnouncementApi.put,
      { body: { ...FIELDS, id: item, version: 1, title: "别人的" } },
      { token },
    );
    untilSoon();
    expect(await publishDue(upstream.services)).toBe(0);
    expect(await titles()).toEqual(["别人的"]);
    expect((await get(id)).failure).not.toBe("");
    expect(await publishDue(upstream.services)).toBe(0);
    const planned = (read: number, publishAt: string) => ({
      ...FIELDS,
      title: "改过的",
      item: { id: item, version: read },
      publishAt,
    });
    const again = (read: number, publishAt: string) =>
      outcomeOf(upstream.call(drafts.put, { body: { id, version: 1, ...planned(read, publishAt) } }, { token }));
    expect(await again(2, SOON)).toEqual({ publishAt: PASSED });
    expect(await again(1, LATER)).toBe("CONFLICT");
    expect(await outcomeOf(upstream.call(drafts.add, { body: planned(1, LATER) }, { token }))).toBe("CONFLICT");
    expect(await again(2, "2026-05-01T07:00:00.000Z")).toBe("SUCCESS");
    now = new Date("2026-05-01T07:00:00Z");
    expect(await publishDue(upstream.services)).toBe(1);
    expect(await titles()).toEqual(["改过的"]);
  });

  test("that fails does not stop other drafts from being published, and is retried", async () => {
    const broken = await add({ ...FIELDS, title: "读不出来的草稿" }, { publishAt: "2026-05-01T05:00:00.000Z" });
    const [whole] = await stored();
    await add(FIELDS, { publishAt: SOON });
    untilSoon();
    const write = (fields: string) =>
      upstream.services.db.updateTable("staff_drafts").set({ fields }).where("id", "=", broken).execute();
    await write("{");
    await expect(publishDue(upstream.services)).rejects.toThrow();
    expect(await titles()).toEqual(["今晚维护"]);
    await write(whole?.fields ?? "");
    expect(await publishDue(upstream.services)).toBe(1);
    expect(await titles()).toHaveLength(2);
  });

  test("is not published if its author may no longer publish", async () => {
    const editor = await addStaff(upstream, "editor");
    const theirs = await staffToken(upstream, editor);
    const { id } = await upstream.call(drafts.add, { body: { ...FIELDS, publishAt: SOON } }, { token: theirs });
    await upstream.services.db.deleteFrom("staff").where("user_id", "=", editor).execute();
    untilSoon();
    expect(await publishDue(upstream.services)).toBe(0);
    expect(await titles()).toEqual([]);
    expect((await get(id)).failure).toContain("权限");
  });
});

test("activities are published from drafts like the others", async () => {
  const fields = {
    title: "数据库之夜",
    content: "聊聊。",
    city: "杭州",
    startsAt: "2199-03-01T11:00:00Z",
    endsAt: "2199-03-01T14:00:00Z",
  };
  await upstream.call(adminActivityDraftApi.add, { body: { ...fields, publishAt: SOON } }, { token });
  const { list } = await upstream.call(adminActivityDraftApi.list, {}, { token });
  const shown = await upstream.call(adminActivityDraftApi.preview, { params: { id: list[0]?.id ?? 0 } }, { token });
  expect(shown).toMatchObject({ title: "数据库之夜", state: "upcoming" });
  untilSoon();
  expect(await publishDue(upstream.services)).toBe(1);
  expect((await upstream.call(activityApi.list, {})).list.map(({ title }) => title)).toEqual(["数据库之夜"]);
});
