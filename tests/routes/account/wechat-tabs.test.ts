import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wechatMessagesPath } from "#app/features/notification-settings/settings-path";
import { forgetLimits, sentCode } from "#tests/routes/support/form-codes";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await forgetLimits(world);
  reader = await world.as(null);
});
afterAll(() => world.close());

/** Starts an attempt in a tab; returns the link by which WeChat leads back for the person, or their refusal. */
async function leave(who: Reader, name: RegExp, start = "/login/weixin?next=%2Fabout"): Promise<string> {
  const { location } = await who.get(start);
  const { text } = await who.get((location ?? "").replace(ORIGIN, "").replace(/#.*/, ""));
  const links = [...text.matchAll(/href="([^"]*wechat-author[^"]*)"[^>]*>(?:<bdi>)?([^<]*)/g)];
  const [, link = ""] = links.find(([, , label]) => name.test(label ?? "")) ?? [];
  return link.replaceAll("&amp;", "&").replace(ORIGIN, "");
}
const attempts = (who: Reader): { state: string }[] =>
  JSON.parse(Buffer.from(who.cookies.get("weixin") ?? "", "base64url").toString() || "[]") as { state: string }[];

test("a login by WeChat that was begun in two tabs goes on in both", async () => {
  const links = [await leave(reader, /阿岚/), await leave(reader, /阿岚/, "/login/weixin/frame?next=%2F")];
  for (const link of links) {
    const { location } = await reader.get(link);
    expect(location).toMatch(/^\/wxlogin\?state=/);
    expect((await reader.get(location ?? "")).text).toContain("还差一步");
  }
});

test("one that is declined, or fails, ends only itself", async () => {
  const kept = await leave(reader, /阿岚/);
  await reader.get(await leave(reader, /拒绝/));
  expect((await reader.get("/login")).text).toContain("你取消了微信授权");
  expect(attempts(reader)).toHaveLength(1);
  expect((await reader.get(kept)).location).toMatch(/^\/wxlogin/);
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
  const first = await leave(reader, /阿岚/);
  for (let index = 0; index < 3; index += 1) await reader.get("/login/weixin");
  expect(attempts(reader)).toHaveLength(3);
  expect((await reader.get(first)).location).toBe("/login");
  const long = `/search?q=${"x".repeat(1_500)}`;
  for (let index = 0; index < 3; index += 1) await reader.get(`/login/weixin?next=${encodeURIComponent(long)}`);
  expect(attempts(reader).length).toBeLessThan(3);
  expect(reader.cookies.get("weixin")?.length).toBeLessThan(4_000);
});
