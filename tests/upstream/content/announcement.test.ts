import { afterAll, beforeAll, expect, test } from "vitest";
import { announcementApi } from "#app/contract/content/announcement";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { transact } from "#upstream/db/transact";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { softDelete } from "#upstream/modules/content/soft-delete";

let upstream: TestUpstream;
let ids: number[];

async function add(title: string, createdAt: string): Promise<number> {
  const prepared = await prepareAnnouncement(upstream.services, { title, content: "今晚**维护**。", createdAt });
  return (await transact(upstream.services.db, (trx) => insertAnnouncement(trx, upstream.services, prepared))).id;
}

beforeAll(async () => {
  upstream = await createTestUpstream();
  ids = [];
  // The second and the third have the same time; the id decides.
  for (const [title, day] of [
    ["一", "01"],
    ["二", "02"],
    ["三", "02"],
    ["四", "03"],
  ] as const) {
    ids.push(await add(title, `2026-01-${day}T00:00:00Z`));
  }
});
afterAll(() => upstream.close());

test("the list is newest first, in two statements", async () => {
  const { data, statements, dependsOn } = await upstream.measure(announcementApi.list, { query: { pageSize: 3 } });
  expect(data.list.map((one) => one.title)).toEqual(["四", "三", "二"]);
  expect(data).toMatchObject({ total: 4, page: 1, pageSize: 3 });
  expect(statements).toBe(2);
  expect(dependsOn).toEqual(["config", "announcements"]);
});

test("an announcement is loaded with its neighbours, in two statements", async () => {
  const [one = 0, two = 0, three = 0, four = 0] = ids;
  const { data, statements, dependsOn } = await upstream.measure(announcementApi.get, { params: { id: two } });
  expect(data).toMatchObject({ title: "二", newer: { id: three, title: "三" }, older: { id: one, title: "一" } });
  expect(data.contentHtml).toContain("<strong>维护</strong>");
  expect(statements).toBe(2);
  expect(dependsOn).toEqual(["config", `announcement/${two}`, "announcements"]);
  const newest = await upstream.call(announcementApi.get, { params: { id: four } });
  expect(newest).toMatchObject({ newer: null, older: { id: three } });
  const oldest = await upstream.call(announcementApi.get, { params: { id: one } });
  expect(oldest).toMatchObject({ newer: { id: two }, older: null });
});

test("a deleted announcement is no neighbour and not in the list", async () => {
  const [, two = 0, three = 0, four = 0] = ids;
  await transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "announcement", three));
  await expect(upstream.call(announcementApi.get, { params: { id: three } })).rejects.toThrow("NOT_FOUND");
  expect((await upstream.call(announcementApi.get, { params: { id: two } })).newer?.id).toBe(four);
  expect((await upstream.call(announcementApi.list, {})).total).toBe(3);
});
