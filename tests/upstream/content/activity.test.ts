import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { activityApi } from "#app/contract/content/activity";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { type ActivityFields, insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { insertForm, prepareForm } from "#upstream/modules/form/write";

const DAY = 24 * 60 * 60 * 1000;
const START = Date.parse("2026-03-10T00:00:00Z");
let now = START;
let upstream: TestUpstream;

/** `from` and `to` in days from the start of the test. */
async function add(title: string, from: number, to: number, fields: Partial<ActivityFields> = {}): Promise<number> {
  const prepared = await prepareActivity(upstream.services, {
    title,
    content: "带一份真实的需求文档。",
    cover: null,
    city: "上海",
    startsAt: new Date(START + from * DAY).toISOString(),
    endsAt: new Date(START + to * DAY).toISOString(),
    formId: null,
    ...fields,
  });
  return (await transact(upstream.services.db, (trx) => insertActivity(trx, upstream.services, prepared))).id;
}

const titles = async (query: { page?: number; pageSize?: number; state?: "upcoming" | "running" | "over" } = {}) => {
  const { data, statements } = await upstream.measure(activityApi.list, { query });
  expect(statements).toBeLessThanOrEqual(2);
  return { titles: data.list.map((one) => one.title), total: data.total };
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => new Date(now) });
});
afterAll(() => upstream.close());

test("an empty list takes one statement", async () => {
  // Caches that nothing is pinned.
  await upstream.call(activityApi.list, {});
  const { data, statements } = await upstream.measure(activityApi.list, {});
  expect(data).toEqual({ list: [], total: 0, page: 1, pageSize: 20 });
  expect(statements).toBe(1);
});

describe("with activities of all states", () => {
  beforeAll(async () => {
    await add("上上月", -60, -59);
    await add("下周", 7, 8);
    await add("上月", -30, -29);
    await add("明天", 1, 2);
    await add("正在", -1, 1.5);
  });

  test("running and coming activities come first by start, then past ones, the latest first", async () => {
    expect(await titles()).toEqual({ titles: ["正在", "明天", "下周", "上月", "上上月"], total: 5 });
  });

  test("a page can span both groups", async () => {
    expect(await titles({ pageSize: 2 })).toEqual({ titles: ["正在", "明天"], total: 5 });
    expect(await titles({ pageSize: 2, page: 2 })).toEqual({ titles: ["下周", "上月"], total: 5 });
    expect(await titles({ pageSize: 2, page: 3 })).toEqual({ titles: ["上上月"], total: 5 });
    expect(await titles({ pageSize: 2, page: 4 })).toEqual({ titles: [], total: 5 });
  });

  test("each state has its own list", async () => {
    expect(await titles({ state: "running" })).toEqual({ titles: ["正在"], total: 1 });
    expect(await titles({ state: "upcoming" })).toEqual({ titles: ["明天", "下周"], total: 2 });
    expect(await titles({ state: "over" })).toEqual({ titles: ["上月", "上上月"], total: 2 });
  });

  test("the state follows the clock", async () => {
    now = START + 1.75 * DAY;
    expect(await titles()).toEqual({ titles: ["明天", "下周", "正在", "上月", "上上月"], total: 5 });
    expect(await titles({ state: "running" })).toEqual({ titles: ["明天"], total: 1 });
    now = START;
  });

  test("a deleted activity leaves the list", async () => {
    const id = await add("取消", 3, 4);
    expect((await titles()).total).toBe(6);
    await transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "activity", id));
    expect((await titles()).total).toBe(5);
    await expect(upstream.call(activityApi.get, { params: { id } })).rejects.toThrow("NOT_FOUND");
  });
});

describe("get", () => {
  test("offers the registration form while both are open, in one statement", async () => {
    const form = await prepareForm(upstream.services, {
      title: "报名",
      description: "",
      fields: [{ name: "name", label: "称呼", type: "text" }],
      opensAt: null,
      closesAt: new Date(START + DAY).toISOString(),
      oncePerPerson: true,
    });
    const { id: formId } = await transact(upstream.services.db, (trx) => insertForm(trx, form));
    const id = await add("要报名", 2, 3, { formId });
    const { data, statements, dependsOn } = await upstream.measure(activityApi.get, { params: { id } });
    expect(data).toMatchObject({ state: "upcoming", formId, city: "上海" });
    expect(data.contentHtml).toContain("带一份真实的需求文档。");
    expect(statements).toBe(1);
    expect(dependsOn).toEqual(["config", `activity/${id}`, `form/${formId}`, "activities"]);
    now = START + DAY;
    expect((await upstream.call(activityApi.get, { params: { id } })).formId).toBeNull();
    now = START;
  });
});
