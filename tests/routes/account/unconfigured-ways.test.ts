import { createRequestHandler } from "@remix-run/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, loadBuild, ORIGIN, type Reader, type World } from "#tests/world/world";
import type { UpstreamConfig } from "#upstream/config";
import { hashPassword } from "#upstream/services/password/hash-password";

/** A production site without SMS, WeChat and payments. */
const BARE: Partial<UpstreamConfig> = {
  mode: "production",
  sms: { kind: "off" },
  wechat: { kind: "off" },
  officialAccount: { kind: "off" },
  pay: { kind: "off" },
};

/** The login's offer: labels of its methods, and its sentence about the policies. */
function loginIn(text: string) {
  const [, ways = ""] = /<nav class="login-form__methods"[^>]*>([\s\S]*?)<\/nav>/.exec(text) ?? [];
  const [, terms = ""] = /<(?:label|p) class="login-form__terms">([\s\S]*?)<\/div>/.exec(text) ?? [];
  return { ways: [...ways.matchAll(/>([^<]+)<\/a>/g)].map(([, label]) => label), terms };
}

describe.each([
  { site: "bare", config: BARE, ways: ["密码登录"], paying: false },
  { site: "configured", config: {}, ways: ["短信登录", "密码登录", "微信登录"], paying: true },
])("a $site site", ({ config, ways, paying }) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ config });
  });
  afterAll(() => world.close());

  test.each(["/login", "/login?tab=sms", "/login?tab=weixin", "/login?tab=password"])(
    "offers at %s only the configured ways to log in",
    async (path) => {
      const { status, text } = await (await world.as(null)).get(path);
      expect(status).toBe(200);
      expect(loginIn(text).ways).toEqual(ways);
      expect(loginIn(text).terms.includes("没有开放注册")).toBe(ways.length === 1);
      if (ways.length === 1) expect(text).toMatch(/<input[^>]* name="password"/);
    },
  );

  test("asks for consent only to existing policies", async () => {
    const stranger = await world.as(null);
    const { terms } = loginIn((await stranger.get("/login")).text);
    // A password creates no account: members are asked after the login if they have to accept new terms.
    expect(/name="agreed".*我已阅读并同意/.test(terms)).toBe(ways.length > 1);
    for (const [, href = ""] of terms.matchAll(/href="([^"]*)"/g)) expect((await stranger.get(href)).status).toBe(200);
  });

  test.each(["stranger", "member"])("offers a %s to buy only if it can be paid", async (who) => {
    const reader = await world.as(who === "member" ? world.seed.alice : null);
    const { status, text } = await reader.get("/zhiku/rights");
    expect(status).toBe(200);
    expect(text).toContain('class="offer__opens"');
    expect(/(?:购买)<\/(?:a|button)>/.test(text)).toBe(paying);
    expect(text.includes("用微信支付")).toBe(paying);
    expect(text).toContain("兑换码");
  });
});

describe("without short messages", () => {
  const SECURE = "/account/secure";
  const PASSWORD = "一个很长的密码-2026";
  let world: World;
  let alone: Reader;
  let member: Reader;
  const mainOf = async (reader: Reader, path = SECURE) =>
    /<main[\s\S]*<\/main>/.exec((await reader.get(path)).text)?.[0] ?? "";
  beforeAll(async () => {
    world = await createWorld({ config: BARE });
    [alone, member] = [await world.as(world.seed.alice), await world.as(world.seed.bob)];
    const password_hash = await hashPassword(PASSWORD, 16);
    await world.upstream.services.db
      .updateTable("users")
      .set({ password_hash })
      .where("id", "=", world.seed.bob)
      .execute();
  });
  afterAll(() => world.close());

  test.each(["alone", "with a password"])("nothing that needs a code is offered to a member %s", async (who) => {
    const reader = who === "alone" ? alone : member;
    const main = await mainOf(reader);
    expect(main).not.toMatch(/send-code|name="(?:code|currentCode|phone)"|获取验证码/);
    expect(main).toContain("没有开通短信");
    expect(main.includes('name="oldPassword"')).toBe(reader === member);
    expect(main.includes("请联系本站管理员注销")).toBe(reader === alone);
    expect(main.includes('value="close-account"')).toBe(reader === member);
    expect(await mainOf(reader, "/zhiku/profile")).not.toContain("短信验证码证明");
  });

  test("an account can be closed with its password", async () => {
    const close = (fields: Record<string, string>) => member.submit(SECURE, { intent: "close-account", ...fields });
    for (const [fields, message] of [
      [{ sure: "yes", password: "" }, "请输入密码"],
      [{ sure: "yes", password: "不是这个" }, "密码不正确"],
      [{ password: PASSWORD }, "请勾选确认"],
    ] as const) {
      const { status, text } = await close(fields);
      expect([status, text.includes(message)], message).toEqual([422, true]);
      expect(text).not.toContain(PASSWORD);
    }
    const closed = await close({ sure: "yes", password: PASSWORD });
    expect([closed.status, closed.location]).toEqual([302, "/"]);
    expect((await member.get(SECURE)).location).toBe("/");
  });
});

describe("WeChat without short messages", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ config: { sms: { kind: "off" } } });
  });
  afterAll(() => world.close());

  test("a new person is told so, and led to a way that works", async () => {
    const reader = await world.as(null);
    const begun = (await reader.get("/login/weixin?next=%2Fabout")).location ?? "";
    const shown = await reader.get(begun.replace(ORIGIN, "").replace(/#.*/, ""));
    const [, agree = ""] = /href="([^"]*wechat-author[^"]*)"/.exec(shown.text) ?? [];
    const agreed = await reader.get(agree.replaceAll("&amp;", "&").replace(ORIGIN, ""));
    const { status, text } = await reader.get(agreed.location ?? "");
    const [main = ""] = /<main[\s\S]*<\/main>/.exec(text) ?? [];
    expect([status, main]).toEqual([200, expect.stringContaining("本站没有开通短信")]);
    expect(main).not.toMatch(/<form|获取验证码/);
    const [, href = ""] = /<a[^>]* href="([^"]*)"[^>]*>用密码登录/.exec(main) ?? [];
    expect((await reader.get(href.replaceAll("&amp;", "&"))).text).toMatch(/<input[^>]* name="password"/);
  });

  test("a member without a phone number is not sent to bind one", async () => {
    const member = await world.as(await world.upstream.addUser("只有微信", null));
    const fields = { on: `article:${world.seed.article}`, text: "写好的评论" };
    const { status, text } = await member.submit("/write/comment", fields);
    const [main = ""] = /<main[\s\S]*<\/main>/.exec(text) ?? [];
    expect([status, main]).toEqual([422, expect.stringContaining("本站没有开通短信")]);
    expect(main).toContain("写好的评论</textarea>");
    expect(main).not.toContain("去绑定");
  });
});

test("an account with WeChat alone is offered no form that requires another proof", async () => {
  const world = await createWorld();
  const { db } = world.upstream.services;
  const id = await world.upstream.addUser("只有微信", null);
  const main = async () => /<main[\s\S]*<\/main>/.exec((await (await world.as(id)).get("/account/secure")).text)?.[0];
  expect(await main()).not.toMatch(/name="newPassword"|value="(?:un)?bind-weixin"/);
  expect(await main()).toContain("绑定手机号之后，就可以设置密码");
  await db.updateTable("users").set({ phone: "8613900000077" }).where("id", "=", id).execute();
  expect(await main()).toMatch(/name="newPassword"/);
  await world.close();
});

test("a production site without policies does not mention consent to them", async () => {
  const remix = createRequestHandler(await loadBuild(), "production");
  const upstream = await createTestUpstream({ config: { ...BARE, publicOrigin: ORIGIN } });
  const { program, close } = upstream;
  await addStaff(upstream, "owner");
  try {
    const context = { upstream: program, requestId: "test", clientIp: "192.0.2.1", dependsOn: new Set<string>() };
    const ask = (path: string) => remix(new Request(new URL(path, ORIGIN)), { ...context });
    expect((await ask("/policy/terms")).status).toBe(404);
    const { terms } = loginIn(await (await ask("/login")).text());
    expect(terms).not.toBe("");
    expect(terms).not.toContain("同意");
    expect(terms).not.toContain("/policy/");
  } finally {
    await close();
  }
});
