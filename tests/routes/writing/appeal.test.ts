import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { appealPaths } from "#app/appeal-paths";
import type { SanctionKind } from "#app/contract/moderation/sanction-kinds";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { serverPaths } from "#app/server/urls/server-paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { forgetLimits } from "#tests/routes/support/form-codes";
import { addRefused } from "#tests/upstream/support/refused-text";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { banTicket } from "#upstream/policy/ban-ticket";

let world: World;
let alice: Reader;
let bob: Reader;
let moderator: Reader;

beforeAll(async () => {
  world = await createWorld();
  alice = await world.as(world.seed.alice);
  bob = await world.as(world.seed.bob);
  moderator = await world.as(await addStaff(world.upstream, "moderator"));
});
afterAll(() => world.close());
beforeEach(() => forgetLimits(world));

const db = () => world.upstream.services.db;
const lastAppeal = async () =>
  (await db().selectFrom("appeals").select(["id", "state"]).orderBy("id", "desc").executeTakeFirst()) ?? {
    id: 0,
    state: "",
  };

async function addSanction({ userId, kind, reason, until }: Sanction): Promise<number> {
  const row = { user_id: userId, kind, reason, from_at: "2026-01-01T00:00:00.000Z", until_at: until, imposed_by: 1 };
  return (await db().insertInto("sanctions").values(row).returning("id").executeTakeFirstOrThrow()).id;
}
type Sanction = { userId: number; kind: SanctionKind; reason: string; until: string };

test("a refusal is appealed without scripts, and upheld with a reason that the author reads", async () => {
  const refused = await addRefused(db(), world.seed.alice);
  const page = appealPaths.decision("review", refused);
  expect((await alice.get(serverPaths.held(refused))).text).toContain(`href="${page}"`);
  expect((await bob.get(page)).status).toBe(404);
  expect((await alice.get(appealPaths.decision("sanction", 999))).status).toBe(404);
  expect((await alice.get("/appeal/case/1")).status).toBe(404);

  const empty = await alice.submit(page, { words: " " });
  expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("申诉的理由不能为空")]);
  const sent = await alice.submit(page, { words: "评论里没有<b>广告</b>" });
  expect(sent.location).toBe(page);
  const waiting = await alice.get(page);
  expect(waiting.text).toContain("评论里没有&lt;b&gt;广告&lt;/b&gt;");
  expect(waiting.text).toContain("正在等另一位工作人员复核");
  expect(waiting.text).not.toContain("提交申诉");
  const twice = await alice.submit(page, { words: "再说一次这不是广告" });
  expect([twice.status, twice.text]).toEqual([409, expect.stringContaining("每项只能申诉一次")]);

  const { id } = await lastAppeal();
  const list = await moderator.get(adminPaths.appeals());
  expect(list.text).toContain(`href="${adminPaths.appeal(id)}"`);
  const number = /href="\/admin\/appeal"[^>]*>(?:<svg[\s\S]*?<\/svg>)?申诉<span class="admin__count[^"]*">(\d+)</;
  expect(number.exec(list.text)?.[1]).toBe("1");
  const mute = await moderator.submit(adminPaths.appeal(id), { intent: "keep", note: "" });
  expect([mute.status, mute.text]).toEqual([422, expect.stringContaining("请写明为什么维持")]);
  const kept = await moderator.submit(adminPaths.appeal(id), { intent: "keep", note: "评论里有店铺的名字", next: "" });
  expect(kept.location).toBe(adminPaths.appeals());
  expect((await moderator.get(adminPaths.appeals())).text).not.toMatch(number);
  expect((await alice.get(page)).text).toContain("已复核，维持原来的处理：评论里有店铺的名字");
  expect((await alice.get(paths.notifications("system"))).text).toContain(encodeURIComponent(page));
});

test("a granted appeal publishes the text, and then the next in the queue is open", async () => {
  const [first, second] = [await addRefused(db(), world.seed.alice), await addRefused(db(), world.seed.bob)];
  await alice.submit(appealPaths.decision("review", first), { words: "评论里没有广告，请再看" });
  const { id } = await lastAppeal();
  await bob.submit(appealPaths.decision("review", second), { words: "评论里没有广告，请再看" });
  const { id: next } = await lastAppeal();
  const page = await moderator.get(adminPaths.appeal(id));
  expect(page.text).toContain(`name="next" value="${next}"`);
  const granted = await moderator.submit(adminPaths.appeal(id), { intent: "grant", note: "", next: String(next) });
  expect(granted.location).toBe(adminPaths.appeal(next));
  expect((await alice.get(appealPaths.decision("review", first))).text).toContain("申诉成立");
  const late = await moderator.submit(adminPaths.appeal(id), { intent: "keep", note: "晚了一步的话" });
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("已经处理过了：撤销了原来的处理")]);
  expect(late.text).toMatch(/role="alert"[^>]*>(?:<svg[\s\S]*?<\/svg>)?(?:<span>)?[^<]*已经处理过了：撤销了原来的处理/);
  expect(late.text).toContain("晚了一步的话</p>");
});

test("a sanction lifted by an appeal no longer has an end", async () => {
  const until = "2027-03-08T08:00:00.000Z";
  const id = await addSanction({ userId: world.seed.bob, kind: "read-only", reason: "刷赞", until });
  const page = appealPaths.decision("sanction", id);
  const before = (await bob.get(page)).text;
  for (const told of ["账号被设为只读", "到期", "2027-03-08 16:00"]) expect(before).toContain(told);
  await bob.submit(page, { words: "我没有刷赞，请再看看" });
  const owner = await world.as(await addStaff(world.upstream, "owner"));
  const { id: appeal } = await lastAppeal();
  await owner.submit(adminPaths.appeal(appeal), { intent: "grant", note: "误会" });
  const after = (await bob.get(page)).text;
  expect(after).toContain("申诉成立，处罚已解除");
  expect(after).not.toContain("到期");
});

test("the menu marks the current page for every kind of content", async () => {
  for (const kind of ["question", "comment"] as const) {
    const { text } = await moderator.get(adminPaths.contents(kind));
    const [entry = ""] = new RegExp(`<a[^>]*href="${adminPaths.contents("question")}"[^>]*>(?=<svg)`).exec(text) ?? [];
    expect([kind, entry]).toEqual([kind, expect.stringContaining('aria-current="page"')]);
  }
});

test("the appeal of a banned member works only with the ticket of a refused login", async () => {
  const until = "2027-03-08T08:00:00.000Z";
  const id = await addSanction({ userId: world.seed.bob, kind: "ban", reason: "到处发广告", until });
  const page = `${appealPaths.ban()}?ticket=${encodeURIComponent(banTicket(world.upstream.services, { id, userId: world.seed.bob }))}`;
  const { text: ban } = await (await world.as(null)).get(page);
  for (const told of ["<textarea", "到处发广告", "2027-03-08 16:00"]) expect(ban).toContain(told);
  await db().deleteFrom("sanctions").where("id", "=", id).execute();
  const lifted = (await bob.get(page)).text;
  expect(lifted).toContain("封禁已经解除，可以登录了");
  expect(lifted).not.toContain("<textarea");
  for (const query of ["", "?ticket=1.1.1.x"]) {
    const { text } = await alice.get(appealPaths.ban() + query);
    expect(text).toContain("链接已失效，请重新登录一次，再从提示里进入");
    expect(text).not.toContain("<textarea");
  }
});

test("every editor tells a muted member until when, and links to the appeal", async () => {
  const edited = [
    paths.write("question"),
    paths.write("article"),
    serverPaths.writeAnswer(encodeId(world.seed.question)),
  ];
  const texts = () => Promise.all(edited.map(async (path) => (await bob.get(path)).text));
  const muted = "你的账号已被禁言至 2027 年 3 月 8 日 16:00";
  for (const text of await texts()) expect(text).not.toContain("你的账号已被");
  const id = await addSanction({
    userId: world.seed.bob,
    kind: "mute",
    reason: "到处发广告",
    until: "2027-03-08T08:00:00.000Z",
  });
  for (const text of await texts()) {
    expect(text).toContain(muted);
    expect(text).toContain("原因：到处发广告");
    expect(text).toContain(`href="${appealPaths.decision("sanction", id)}"`);
    expect(text).toContain("<textarea");
  }
  expect((await alice.get(paths.write("question"))).text).not.toContain(muted);
  const sent = { title: "禁言之后还能提问吗", content: "正文还在吗", tags: "", version: "0", similarShown: "1" };
  const { status, text } = await bob.submit(paths.write("question"), { ...sent, intent: "publish" });
  expect(status).toBe(403);
  expect(text).toContain("正文还在吗");
  // Said once, with the way out.
  const page = text.slice(0, text.indexOf("</main>"));
  expect(page.split("你的账号已被")).toHaveLength(2);
  expect(page).toContain(`href="${appealPaths.decision("sanction", id)}"`);
  await db().deleteFrom("sanctions").where("id", "=", id).execute();
});

test("other forms that a sanction refuses link to the appeal, too", async () => {
  const id = await addSanction({
    userId: world.seed.bob,
    kind: "read-only",
    reason: "到处发广告",
    until: "2027-03-08T08:00:00.000Z",
  });
  const appeal = `href="${appealPaths.decision("sanction", id)}"`;
  const profile = await bob.submit(paths.account(), { intent: "save", nickname: "换个名字" });
  expect([profile.status, profile.text.includes("到处发广告"), profile.text.includes(appeal)]).toEqual([
    403,
    true,
    true,
  ]);
  // Answered by a redirect, with the message on the next page.
  const restored = await bob.submit(paths.trash(), { kind: "article", id: "1" });
  expect(restored.location).toBe(paths.trash());
  const told = (await bob.get(paths.trash())).text;
  expect([told.includes("到处发广告"), told.includes(appeal)]).toEqual([true, true]);
  await db().deleteFrom("sanctions").where("id", "=", id).execute();
});
