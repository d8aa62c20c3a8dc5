import { afterAll, beforeAll, expect, test } from "vitest";
import { accountPaths } from "#app/features/account/account-paths";
import { adminPaths } from "#app/features/admin/admin-paths";
import { paths } from "#app/paths";
import { addStaff, holdForConsole } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";

let world: World;
let owner: Reader;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.as(await addStaff(world.upstream, "owner"));
  for (const token of owner.cookies.values()) await holdForConsole(world.upstream, token);
});
afterAll(() => world.close());

let n = 0;
async function imported() {
  n += 1;
  const nickname = `博客作者${n}`;
  const { services } = world.upstream;
  const { id } = await transact(services.db, (trx) => createUser(trx, services, { nickname }));
  await createWriter(world.upstream).article({ authorId: id, title: `${nickname}的旧文` });
  return { id, nickname };
}
async function linkOf(id: number): Promise<string> {
  const made = await owner.submit(adminPaths.handover(id), { intent: "make", days: "3" });
  const [link = ""] = /http[^<"]+\/handover#[\w-]{43}/.exec(made.text) ?? [];
  // Shown once, never in a URL.
  expect([made.status, made.location, (await owner.get(adminPaths.handover(id))).text.includes(link)]).toEqual([
    200,
    null,
    false,
  ]);
  return link;
}

test("without scripts a link is created, pasted, checked, kept during the login, and the author continues in a new account", async () => {
  const { id, nickname } = await imported();
  const person = await owner.get(adminPaths.user(id));
  expect(person.text).toContain(`href="${adminPaths.handover(id)}"`);
  const link = await linkOf(id);
  const reader = await world.as(null);
  const wrong = await reader.submit(accountPaths.handover(), { intent: "look", token: "x" });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("请粘贴收到的认领链接，要整条")]);
  const seen = await reader.submit(accountPaths.handover(), { intent: "look", token: link });
  expect(seen.location).toBe(accountPaths.handover());
  const page = await reader.get(accountPaths.handover());
  expect(page.text).toContain(nickname);
  expect(page.text).toContain(`href="/login?next=%2Fhandover"`);
  expect(page.text).not.toContain(link.split("#")[1]);
  expect(page.headers.get("cache-control")).toContain("no-store");

  const fresh = await world.upstream.addUser("刚注册的人", "8613700009991");
  const member = await world.as(fresh);
  await member.submit(accountPaths.handover(), { intent: "look", token: link });
  expect((await member.get(accountPaths.handover())).text).toContain(`成为“${nickname}”`);
  const done = await member.submit(accountPaths.handover(), { intent: "take", way: "become" });
  expect(done.location).toBe(paths.user(id));
  expect((await member.get("/account/profile")).text).toContain(nickname);
  // The other browser's link is invalid now, and says so.
  expect((await reader.get(accountPaths.handover())).text).toContain("已经用过、过期或作废了");
  expect((await owner.get(adminPaths.handover(id))).text).toContain("已认领");
});

test("a member's account takes over the author, the old pages redirect, and only staff find the page that creates links", async () => {
  const { id, nickname } = await imported();
  const link = await linkOf(id);
  const bob = await world.as(world.seed.bob);
  await bob.submit(accountPaths.handover(), { intent: "look", token: link });
  expect((await bob.get(accountPaths.handover())).text).toContain(`${nickname}”的主页会转到你的主页`);
  // Cancelled, then returned.
  await bob.submit(accountPaths.handover(), { intent: "forget" });
  expect((await bob.get(accountPaths.handover())).text).not.toContain(nickname);
  await bob.submit(accountPaths.handover(), { intent: "look", token: link });
  const done = await bob.submit(accountPaths.handover(), { intent: "take", way: "join" });
  expect(done.location).toBe(paths.user(world.seed.bob));
  const old = await (await world.as(null)).get(`/u/${id}/article?page=1`);
  expect([old.status, old.location]).toEqual([301, `/u/${world.seed.bob}/article?page=1`]);
  expect((await bob.get(adminPaths.handover(id))).status).toBe(404);
});

test("two people are merged in the console after a dry run and with the name typed, and no input is lost", async () => {
  const from = await world.upstream.addUser("换手机前的我", "8613700009992");
  const into = await world.upstream.addUser("换手机后的我", "8613700009993");
  await createWriter(world.upstream).article({ authorId: from, title: "两个账号的一篇文章" });
  const page = adminPaths.userMerge(from);
  expect((await owner.get(page)).text).not.toContain('value="merge"');
  const tried = await owner.submit(page, { intent: "try", into: `http://x/u/${into}`, reason: "本人来电" });
  expect(tried.text).toContain("会把 1 篇文章并入“换手机后的我”");
  const [, seal = ""] = /name="seal" value="([^"]+)"/.exec(tried.text) ?? [];
  const fields = { intent: "merge", into: String(into), reason: "本人来电", seal };
  const refused = await owner.submit(page, { ...fields, confirm: "别的名字" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("请原样填写“换手机前的我”")]);
  expect(refused.text).toContain('value="别的名字"');
  const done = await owner.submit(page, { ...fields, confirm: "换手机前的我" });
  expect(done.location).toBe(adminPaths.user(into));
  expect((await (await world.as(null)).get(`/u/${into}/article`)).text).toContain("两个账号的一篇文章");
});
