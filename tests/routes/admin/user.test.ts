import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { hashPassword } from "#upstream/services/password/hash-password";

const PHONE = "13800000001";
const MUTED = /你的账号已被禁言至 \d+ 年 \d+ 月 \d+ 日 \d\d:\d\d，期间不能发表/;

let world: World;
let member: number;
let alice: Reader;
let moderator: Reader;
let owner: Reader;
let ownerId: number;

beforeAll(async () => {
  world = await createWorld();
  member = world.seed.alice;
  alice = await world.as(member);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
  ownerId = await addStaff(world.upstream, "owner");
  owner = await world.as(ownerId);
});
afterAll(() => world.close());
beforeEach(async () => {
  await forgetLimits(world);
  await world.upstream.services.db.deleteFrom("sanctions").execute();
});

const impose = (who: Reader, fields: Record<string, string>) =>
  who.submit(adminPaths.user(member), { intent: "impose", reason: "到处发广告", ...fields });

test("without scripts several members are selected, counted, made read-only and released together; oneself is refused by name; an undo works at once", async () => {
  const bob = world.seed.bob;
  const marked = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const id of [member, bob, ownerId]) form.append("item", String(id));
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  const list = adminPaths.users();
  const fields = { sanction: "read-only", days: "7", reason: "一起刷屏" };
  expect((await moderator.get(list)).text).not.toContain('value="read-only"');
  const unsaid = await owner.submit(list, marked({ ...fields, intent: "impose", reason: "" }));
  expect(unsaid.status).toBe(422);
  const tried = (await owner.submit(list, marked({ ...fields, intent: "try" }))).text;
  expect(tried).toContain(`将设为只读 2 人；不会处罚：#${ownerId} 不能对自己这样做`);
  expect(tried).toContain('value="一起刷屏"');
  for (const id of [member, bob])
    expect(tried).toMatch(
      new RegExp(`<input[^>]*checked[^>]*value="${id}[:"]|<input[^>]*value="${id}[:"][^>]*checked`),
    );
  expect((await owner.get(adminPaths.user(member))).text).toContain("没有受过处罚");

  const partly = await owner.submit(list, marked({ ...fields, intent: "impose" }));
  expect(partly.status).toBe(409);
  expect(partly.text).toContain("已设为只读 2 人");
  expect(partly.text).toContain(`1 人没有处理：用户 #${ownerId} 不能对自己这样做`);
  const log = /name="log" value="([\d,]+)"/.exec(partly.text)?.[1] ?? "";
  const lift = { sanction: "lift", days: "7", reason: "" };
  const sanctioned = adminPaths.users("sanctioned");
  expect((await owner.submit(sanctioned, marked({ ...lift, intent: "try" }))).text).toContain(
    `将解除处罚 2 人；不会解除：#${ownerId} 没有生效中的处罚`,
  );
  expect((await owner.submit(sanctioned, marked({ ...lift, intent: "impose" }))).location).toBe(sanctioned);
  const lifted = (await owner.get(sanctioned)).text;
  expect(lifted).toContain("已解除处罚 2 人");
  const lifts = /name="log" value="([\d,]+)"/.exec(lifted)?.[1] ?? "";
  await owner.submit(adminPaths.undoDecision(), { what: "sanction", log: lifts });
  expect((await owner.get(sanctioned)).text).toContain(`href="${adminPaths.user(bob)}"`);
  expect((await owner.submit(adminPaths.undoDecision(), { what: "sanction", log })).location).toBe(adminPaths.users());
  expect((await owner.get(adminPaths.user(member))).text).toContain("没有受过处罚");
  expect((await owner.submit(list, { ...fields, intent: "impose" })).location).toBe(list);
  expect((await owner.get(list)).text).toContain("没有选中任何一个人；一次至多 200 人");
});

test("without scripts a member is found and muted, sees it wherever they write without losing input, and is unmuted", async () => {
  const list = await moderator.get(`${adminPaths.users()}?q=%23${member}`);
  expect(list.text).toContain(`href="${adminPaths.user(member)}"`);
  const page = await moderator.get(adminPaths.user(member));
  expect(page.text).toContain("没有受过处罚");
  expect(page.text).not.toContain('value="ban"');
  expect(page.text).not.toContain('value="forever"');
  expect((await impose(moderator, { sanction: "mute", days: "7" })).location).toBe(adminPaths.user(member));
  expect((await moderator.get(adminPaths.users("sanctioned"))).text).toContain(`href="${adminPaths.user(member)}"`);

  const on = `article:${world.seed.article}`;
  const text = {
    title: "一个足够长的标题",
    content: "写了很久的一段话",
    tags: "",
    similarShown: "1",
    intent: "publish",
  };
  for (const [path, fields, typed] of [
    [paths.writeComment(), { on, text: "写了很久的一句评论" }, "写了很久的一句评论"],
    [paths.write("question"), text, text.content],
    [paths.write("article"), text, text.content],
    [paths.account(), { nickname: "写了很久的名字" }, "写了很久的名字"],
  ] as const) {
    const plain = await alice.submit(path, fields);
    expect([path, plain.status]).toEqual([path, 403]);
    expect(plain.text, path).toMatch(MUTED);
    expect(plain.text, path).toContain(typed);
    const scripted = await alice.send(path, fields);
    expect([path, scripted.status, scripted.redirect]).toEqual([path, 403, null]);
    expect(scripted.text, path).toMatch(MUTED);
  }
  expect((await alice.get(paths.notifications("system"))).text).toContain("你已被禁言至");

  const { id } = await world.upstream.services.db.selectFrom("sanctions").select("id").executeTakeFirstOrThrow();
  const lifted = { intent: "lift", sanction: String(id), reason: "" };
  expect((await moderator.submit(adminPaths.user(member), lifted)).location).toBe(adminPaths.user(member));
  expect((await alice.submit(paths.writeComment(), { on, text: "又能说话了" })).status).toBeLessThan(400);
});

test("errors are shown at their fields, and all input is kept", async () => {
  const long = await impose(moderator, { sanction: "mute", days: "90", reason: "写了很久的原因" });
  expect(long.status).toBe(422);
  expect(long.text).toContain("你的角色最多禁言 30 天");
  expect(long.text).toContain('value="写了很久的原因"');
  const short = await impose(moderator, { sanction: "mute", days: "3", reason: "坏" });
  expect(short.text).toContain("原因至少2个字");
  expect(short.text).toMatch(/<option value="3" selected/);
  expect((await impose(moderator, { sanction: "ban", days: "3" })).status).toBe(403);
  expect(await world.upstream.services.db.selectFrom("sanctions").select("id").execute()).toEqual([]);
});

test("a banned member is logged out of open pages, and reads why at the next login", async () => {
  const reader = await world.as(member);
  await impose(owner, { sanction: "ban", days: "forever" });
  const turnedAway = await reader.get(paths.account());
  expect([turnedAway.status, turnedAway.location]).toEqual([302, paths.home()]);
  const password_hash = await hashPassword("correct horse", 16);
  await world.upstream.services.db.updateTable("users").set({ password_hash }).where("id", "=", member).execute();
  const fields = { intent: "login", method: "password", phone: PHONE, password: "correct horse" };
  const refused = await (await world.as(null)).submit("/login", fields);
  expect(refused.text).toContain("你的账号已被长期封禁，期间不能登录。原因：到处发广告");
  const [, way = ""] = /href="(\/appeal\/ban\?ticket=[^"]+)"/.exec(refused.text) ?? [];
  const stranger = await world.as(null);
  const [, ticket = ""] = /name="ticket" value="([^"]+)"/.exec((await stranger.get(way)).text) ?? [];
  const short = await stranger.submit(way, { ticket, words: "不" });
  expect([short.status, short.text]).toEqual([422, expect.stringContaining("申诉的理由至少5个字")]);
  expect(short.text, "with what it is about").toContain("到处发广告");
  const sent = await stranger.submit(way, { ticket, words: "这些链接是我自己写的文章" });
  expect(sent.location).toBe(paths.login());
  expect((await stranger.get(way)).text).toContain("正在等另一位工作人员复核，再次登录时");
  const again = await (await world.as(null)).submit("/login", fields);
  expect(again.text).toContain("你的申诉已收到，正在等待复核");
  expect(again.text).not.toContain("/appeal/ban");
});

test("the whole phone number is shown only on that page, after verifying again", async () => {
  const page = adminPaths.user(member);
  const reveal = { intent: "reveal", reason: "用户来电核实" };
  const asked = await owner.submit(page, reveal);
  expect(asked.text).toContain("这项操作需要再次确认是你本人");
  expect(asked.text).toContain('value="用户来电核实"');
  for (const token of owner.cookies.values()) await holdForConsole(world.upstream, token);
  const shown = await owner.submit(page, reveal);
  expect([shown.status, shown.location]).toEqual([200, null]);
  expect(shown.text).toContain(PHONE);
  expect((await owner.get(page)).text).not.toContain(PHONE);
  expect((await moderator.get(page)).text).not.toContain('value="reveal"');
});

test("a number of days that can't be read is refused, not taken for a permanent sanction", async () => {
  const member = await world.upstream.addUser("没有被处罚的人");
  const fields = { intent: "impose", sanction: "mute", days: "7天", reason: "刷屏" };
  expect((await owner.submit(adminPaths.user(member), fields)).status).toBe(422);
  await owner.submit("/admin/user", { ...fields, item: String(member) });
  expect((await owner.get(adminPaths.user(member))).text).toContain("没有受过处罚");
});

test("the account to keep in a merger is found by its number as typed, also in full width", async () => {
  const [from, into] = [await world.upstream.addUser("并走的人"), await world.upstream.addUser("留下的人")];
  const wide = String(into).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  const page = `/admin/user/${from}/merge`;
  const tried = await owner.submit(page, { intent: "try", into: ` ＃${wide} `, reason: "同一个人" });
  expect(tried.text).toContain(`并入“留下的人”（#${into}）`);
});
