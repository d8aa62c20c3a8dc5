import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let owner: Reader;
let editor: Reader;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await staffVisitor("owner");
  editor = await staffVisitor("editor");
  member = await world.as(world.seed.alice);
});
afterAll(() => world.close());

async function staffVisitor(role: "owner" | "editor"): Promise<Reader> {
  const reader = await world.as(await addStaff(world.upstream, role));
  for (const token of reader.cookies.values()) await holdForConsole(world.upstream, token);
  return reader;
}

const draft = {
  intent: "save",
  title: "今晚二十三点维护",
  text: "大约半小时",
  path: "/announcement",
  to: "all",
  categoryId: "",
  memberIds: "",
};

test("without scripts an editor's draft is counted, sent by the owner, read by members and withdrawn", async () => {
  const { location } = await editor.submit("/admin/message/new", draft);
  const page = String(location);
  expect(page).toMatch(/^\/admin\/message\/\d+$/);
  const seen = (await editor.get(page)).text;
  expect(seen).toMatch(/将发给 .*人/);
  expect(seen).not.toContain('value="send"');
  const { total } = await world.upstream.services.db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  expect((await owner.get(page)).text).toContain(`发给 ${total} 人`);
  await owner.submit(page, { intent: "send", version: "1", sendAt: "" });
  expect((await owner.get(page)).text).toContain("已发出");
  const told = (await member.get("/notifications/system")).text;
  expect(told).toContain("今晚二十三点维护");
  expect(told).toContain('href="/announcement"');
  expect((await owner.get("/admin/message?state=sent")).text).toContain("今晚二十三点维护");
  await owner.submit(page, { intent: "withdraw", reason: "改期" });
  expect((await owner.get(page)).text).toContain("已撤回");
  expect((await member.get("/notifications/system")).text).not.toContain("今晚二十三点维护");
});

test("a scheduled time is in China's time zone; until then the message can become a draft again, and be removed", async () => {
  const page = String((await owner.submit("/admin/message/new", { ...draft, title: "定时的消息" })).location);
  const year = new Date().getFullYear() + 1;
  await owner.submit(page, { intent: "send", version: "1", sendAt: `${year}-01-02T08:30` });
  const row = await world.upstream.services.db
    .selectFrom("messages")
    .selectAll()
    .orderBy("id", "desc")
    .executeTakeFirst();
  expect(row).toMatchObject({ state: "scheduled", send_at: `${year}-01-02T00:30:00.000Z` });
  expect((await owner.get(page)).text).toContain("还没有发出");
  await owner.submit(page, { intent: "withdraw", reason: "" });
  expect((await owner.submit(page, { intent: "remove" })).location).toBe("/admin/message");
  expect((await owner.get(page)).status).toBe(404);
});

test("errors are shown at their fields, and all input is kept", async () => {
  const wrong = { ...draft, title: "短", path: "https://example.com/", to: "members", memberIds: "12 甲" };
  const { text, location } = await owner.submit("/admin/message/new", wrong);
  expect(location).toBeNull();
  for (const words of ["标题至少2个字", "地址要以 / 开头", "“甲”不是用户编号", "大约半小时", "12 甲"])
    expect(text).toContain(words);
  const page = String((await owner.submit("/admin/message/new", draft)).location);
  const late = await owner.submit(page, { intent: "send", version: "1", sendAt: "2999-01-01T08:00" });
  expect(late.text).toContain("最多定在一年以后");
  expect(late.text).toContain('value="2999-01-01T08:00"');
  const vague = await owner.submit(page, { intent: "send", version: "1", sendAt: "2199-01-01 8:00" });
  expect(vague.text).toContain("不是有效的时间");
  expect(vague.text).toContain('value="2199-01-01 8:00"');
  await editor.submit(page, { ...draft, version: "1", title: "别人改过的标题" });
  const conflict = await owner.submit(page, { ...draft, version: "1", title: "我改的标题" });
  expect(conflict.text).toContain("别人改过的标题");
  expect(conflict.text).toContain('value="我改的标题"');
});

test("the category of a draft or of a refused form stays chosen once it is hidden", async () => {
  const hidden = String(world.seed.zhikuCategory);
  const entitled = { ...draft, to: "entitled", categoryId: hidden };
  const page = String((await owner.submit("/admin/message/new", entitled)).location);
  await owner.submit(`/admin/zhiku/category/${hidden}`, { intent: "hide" });
  const opened = (await owner.get(page)).text;
  expect(fieldsIn(opened, "memberIds")).toMatchObject({ categoryId: hidden });
  await owner.submit(page, { ...fieldsIn(opened, "memberIds"), intent: "save" });
  const stored = world.upstream.services.db.selectFrom("messages").select(["audience", "category_id", "version"]);
  expect(await stored.where("id", "=", Number(page.split("/").at(-1))).executeTakeFirst()).toEqual({
    audience: "entitled",
    category_id: Number(hidden),
    version: 2,
  });

  for (const [path, field, gone] of [
    ["/admin/message/new", "categoryId", hidden],
    ["/admin/right/grant", "category", hidden],
    ["/admin/offer/new", "categoryId", hidden],
    ["/admin/zhiku/category/new", "parentId", hidden],
    ["/admin/code", "offerId", "999"],
  ] as const) {
    // Too little for any of the forms.
    const refused = await owner.submit(path, { intent: "save", to: "entitled", [field]: gone });
    expect([path, refused.location, fieldsIn(refused.text, field)[field]]).toEqual([path, null, gone]);
  }
});
