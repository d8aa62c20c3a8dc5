import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wechatMessagesPath } from "#app/features/notification-settings/settings-path";
import { forgetLimits, sentCode } from "#tests/routes/support/form-codes";
import { createWorld, ORIGIN, type Visitor, type World } from "#tests/world";

let world: World;
let visitor: Visitor;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await forgetLimits(world);
  visitor = await world.as(null);
});
afterAll(() => world.close());

/** Starts an attempt in a tab; returns the link by which WeChat leads back for the person, or their refusal. */
async function leave(who: Visitor, name: RegExp, start = "/login/weixin?next=%2Fabout"): Promise<string> {
  const { location } = await who.get(start);
  const { text } = await who.get((location ?? "").replace(ORIGIN, "").replace(/#.*/, ""));
  const links = [...text.matchAll(/href="([^"]*wechat-author[^"]*)"[^>]*>(?:<bdi>)?([^<]*)/g)];
  const [, link = ""] = links.find(([, , label]) => name.test(label ?? "")) ?? [];
  return link.replaceAll("&amp;", "&").replace(ORIGIN, "");
}
const attempts = (who: Visitor): { state: string }[] =>
  JSON.parse(Buffer.from(who.cookies.get("weixin") ?? "", "base64url").toString() || "[]") as { state: string }[];

test("a login by WeChat that was begun in two tabs goes on in both", async () => {
  const links = [await leave(visitor, /阿岚/), await leave(visitor, /阿岚/, "/login/weixin/frame?next=%2F")];
  for (const link of links) {
    const { location } = await visitor.get(link);
    expect(location).toMatch(/^\/wxlogin\?state=/);
    expect((await visitor.get(location ?? "")).text).toContain("还差一步");
  }
});

test("one that is declined, or fails, ends only itself", async () => {
  const kept = await leave(visitor, /阿岚/);
  await visitor.get(await leave(visitor, /拒绝/));
  expect((await visitor.get("/login")).text).toContain("你取消了微信授权");
  expect(attempts(visitor)).toHaveLength(1);
  expect((await visitor.get(kept)).location).toMatch(/^\/wxlogin/);
});

test("a return that nobody here began ends none, wherever it leads", async () => {
  const member = await world.as(world.seed.alice);
  await leave(member, /阿岚/);
  const begun = member.cookies.get("weixin");
  const state = "x".repeat(43);
  for (const path of ["/wechat-author", "/zhiku/payer", wechatMessagesPath()]) {
    const { status, headers } = await member.get(`${path}?state=${state}&code=abc`);
    expect([path, status]).toEqual([path, 302]);
    expect(headers.getSetCookie().join(), path).not.toContain("weixin=");
  }
  expect(member.cookies.get("weixin")).toBe(begun);
});

test("a binding that was proven is not lost by a visit to the login", async () => {
  const member = await world.as(world.seed.alice);
  const code = await sentCode(world, member, { path: "/account/secure", fields: {}, purpose: "change-weixin" });
  await member.submit("/account/secure", { intent: "bind-weixin", proof: "code", code });
  await member.get("/login/weixin/frame");
  await member.get("/login/weixin");
  expect((await member.get(await leave(member, /老周/, "/account/weixin"))).location).toMatch(/^\/wxlogin/);
});

test("the last three are kept, however long their paths are", async () => {
  const first = await leave(visitor, /阿岚/);
  for (let index = 0; index < 3; index += 1) await visitor.get("/login/weixin");
  expect(attempts(visitor)).toHaveLength(3);
  expect((await visitor.get(first)).location).toBe("/login");
  const long = `/search?q=${"x".repeat(1_500)}`;
  for (let index = 0; index < 3; index += 1) await visitor.get(`/login/weixin?next=${encodeURIComponent(long)}`);
  expect(attempts(visitor).length).toBeLessThan(3);
  expect(visitor.cookies.get("weixin")?.length).toBeLessThan(4_000);
});
