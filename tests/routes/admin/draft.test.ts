import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { publishDue } from "#upstream/jobs/publish-due";

let world: World;
let editor: Reader;
let stranger: Reader;

beforeAll(async () => {
  world = await createWorld();
  editor = await world.as(await addStaff(world.upstream, "editor"));
  for (const token of editor.cookies.values()) await holdForConsole(world.upstream, token);
  stranger = await world.as(world.seed.alice);
});
afterAll(() => world.close());

const NEW = "/admin/announcement/new";
const TEXT = { title: "今晚二十三点维护", content: "大约**半小时**。" };
const versions = (page: string) => ({
  version: /name="version"[^>]*value="(\d*)"/.exec(page)?.[1] ?? "",
  draftVersion: /name="draftVersion"[^>]*value="(\d*)"/.exec(page)?.[1] ?? "",
});

test("without scripts a draft is saved, previewed, changed and published, and readers see it only then", async () => {
  const page = String((await editor.submit(NEW, { ...TEXT, intent: "draft" })).location);
  expect(page).toMatch(/^\/admin\/announcement\/new\?draft=\d+$/);
  const opened = (await editor.get(page)).text;
  for (const words of ["今晚二十三点维护", "大约**半小时**。", "读者还看不到"]) expect(opened).toContain(words);
  expect((await editor.get("/admin/announcement?state=draft")).text).toContain(`href="${page.replace("&", "&amp;")}"`);
  const preview = String((await editor.submit(page, { ...TEXT, ...versions(opened), intent: "preview" })).location);
  const shown = (await editor.get(preview)).text;
  expect(shown).toContain("大约<strong>半小时</strong>");
  expect(shown).toContain("noindex");
  expect((await stranger.get(preview)).status).toBe(404);
  expect((await stranger.get("/announcement")).text).not.toContain("今晚二十三点维护");
  const later = (await editor.get(page)).text;
  const { location } = await editor.submit(page, { ...TEXT, ...versions(later), intent: "save" });
  expect(location).toMatch(/^\/admin\/announcement\/\d+$/);
  expect((await stranger.get("/announcement")).text).toContain("今晚二十三点维护");
  expect((await editor.get(page)).status).toBe(404);
});

test("an incomplete draft is saved, its preview says what is missing, and an invalid time is refused at its field", async () => {
  const { location } = await editor.submit(NEW, { title: "只有标题", content: "", intent: "preview" });
  const preview = (await editor.get(String(location))).text;
  expect(preview).toContain("还不能发布");
  expect(preview).toContain("回去修改");
  const page = String((await editor.submit(NEW, { title: "只有标题", content: "", intent: "draft" })).location);
  const refused = await editor.submit(page, {
    title: "只有标题",
    content: "",
    publishAt: "2199-01-01T08:00",
    intent: "schedule",
    draftVersion: "1",
  });
  expect(refused.location).toBeNull();
  expect(refused.text).toContain('value="2199-01-01T08:00"');
  const untimed = await editor.submit(page, { ...TEXT, publishAt: "", intent: "schedule", draftVersion: "1" });
  expect(untimed.text).toContain("不是有效的时间");
  expect(untimed.text).toContain("大约**半小时**。");
});

test("a scheduled time is in China's time zone, and what is published then can change an existing text", async () => {
  const item = String((await editor.submit(NEW, { ...TEXT, title: "会改的公告", intent: "save" })).location);
  const changed = { ...TEXT, title: "改过的公告", version: "1" };
  const page = String(
    (await editor.submit(item, { ...changed, publishAt: "2199-01-02T08:30", intent: "schedule" })).location,
  );
  const row = await world.upstream.services.db
    .selectFrom("staff_drafts")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(row?.publish_at).toBe("2199-01-02T00:30:00.000Z");
  expect((await editor.get(page)).text).toContain('value="2199-01-02T08:30"');
  expect((await stranger.get("/announcement")).text).toContain("会改的公告");
  await world.upstream.services.db
    .updateTable("staff_drafts")
    .set({ publish_at: "2020-01-02T00:30:00.000Z" })
    .where("id", "=", row?.id ?? 0)
    .execute();
  await publishDue(world.upstream.services);
  const list = (await stranger.get("/announcement")).text;
  expect(list).toContain("改过的公告");
  expect(list).not.toContain("会改的公告");
});

test("the second of two who change a draft sees what the first has saved, and loses no input", async () => {
  const page = String((await editor.submit(NEW, { ...TEXT, intent: "draft" })).location);
  await editor.submit(page, { ...TEXT, title: "第一个人改的", draftVersion: "1", intent: "draft" });
  const second = await editor.submit(page, { ...TEXT, title: "第二个人改的", draftVersion: "1", intent: "draft" });
  expect(second.location).toBeNull();
  expect(second.text).toContain("第一个人改的");
  expect(second.text).toContain('value="第二个人改的"');
  expect(versions(second.text).draftVersion).toBe("2");
  const again = { ...TEXT, title: "第二个人改的", draftVersion: "2", intent: "draft" };
  expect((await editor.submit(page, again)).location).toBe(page);
  expect((await editor.submit(page, { intent: "discard" })).location).toBe("/admin/announcement?state=draft");
  expect((await editor.get(page)).status).toBe(404);
});
