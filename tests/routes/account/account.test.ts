import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AccountResult } from "#app/features/account/account-result";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { sentCode } from "#tests/routes/support/form-codes";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { unsubscribeToken } from "#upstream/modules/outside/unsubscribe-token";

const SECURE = "/account/secure";
const PROFILE = "/account/profile";
let world: World;
let member: Reader;
let phone: string;
let phones = 0;
const freshPhone = () => {
  phones += 1;
  return `137${String(phones).padStart(8, "0")}`;
};

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  phone = freshPhone();
  member = await world.as(null);
  const login = { path: "/login", fields: { phone }, purpose: "login" };
  await member.submit("/login", { phone, intent: "login", agreed: "1", code: await sentCode(world, member, login) });
  await member.submit("/login/complete", { nickname: `成员${phone}` });
});

const codeFor = (purpose: string, fields: Record<string, string> = {}) =>
  sentCode(world, member, { path: SECURE, fields, purpose });
const change = (intent: string, fields: Record<string, string> = {}) => member.submit(SECURE, { intent, ...fields });
const told = async (fields: Record<string, string>) =>
  ((await member.send(SECURE, fields)).routes as unknown as { data: AccountResult }).data;
const page = async (path: string) => (await member.get(path)).text;
const mayEnter = async (who: Reader) => (await who.get(SECURE)).status === 200;

/** Another session of the same person. */
async function elsewhere(): Promise<Reader> {
  const other = await world.as(null);
  const login = { path: "/login", fields: { phone }, purpose: "login" };
  await other.submit("/login", { phone, intent: "login", agreed: "1", code: await sentCode(world, other, login) });
  return other;
}

describe("the profile", () => {
  const texts = {
    nickname: "改过的名字",
    headline: "写后端",
    bio: "第一行\r\n第二行",
    company: "某公司",
    city: "杭州",
  };

  test("is saved, and shown everywhere that readers see it", async () => {
    const answer = await member.submit(PROFILE, { ...texts, collectionsPrivate: "yes", intent: "save" });
    expect(answer.location).toBe(PROFILE);
    const shown = await page(PROFILE);
    for (const text of ["资料已保存", 'value="改过的名字"', 'value="杭州"', "第一行\n第二行"])
      expect(shown).toContain(text);
    expect(shown).toMatch(/name="collectionsPrivate"[^>]*checked=""/);
    const own = (await member.get("/u")).location ?? "";
    expect((await (await world.as(null)).get(own)).text).toContain("改过的名字");
  });

  test("that is refused comes back as typed, with the reason at its field", async () => {
    const { status, text } = await member.submit(PROFILE, { ...texts, nickname: " ", intent: "save" });
    expect(status).toBe(422);
    expect(text).toMatch(/field__error[^>]*>(?:(?!<\/p>).)*昵称不能为空/s);
    expect(text).toContain('value="写后端"');
    expect(await page(PROFILE)).toContain(`value="成员${phone}"`);
  });

  test("with scripts gets a reply as data", async () => {
    const { routes, status } = await member.send(PROFILE, { ...texts, headline: "长".repeat(61), intent: "save" });
    expect(status).toBe(422);
    expect(routes).toMatchObject({
      data: { values: { form: "profile" }, fields: { headline: "一句话介绍不能超过60个字" } },
    });
  });

  test("keeps what another tab has saved since the form was shown", async () => {
    const blank = { nickname: "两个标签页", headline: "", bio: "", company: "", city: "" };
    await member.submit(PROFILE, { ...blank, intent: "save" });
    const early = fieldsIn(await page(PROFILE), "nickname");
    await member.submit(PROFILE, { ...early, bio: "另一页写的简介", collectionsPrivate: "yes", intent: "save" });
    await member.submit(PROFILE, { ...early, headline: "这一页写的介绍", intent: "save" });
    const after = fieldsIn(await page(PROFILE), "nickname");
    expect(after).toMatchObject({ headline: "这一页写的介绍", bio: "另一页写的简介", collectionsPrivate: "yes" });
    // What is emptied on purpose is empty.
    await member.submit(PROFILE, { ...after, bio: "", intent: "save" });
    expect(fieldsIn(await page(PROFILE), "nickname")).toMatchObject({ headline: "这一页写的介绍", bio: "" });
  });

  test("with a field changed here and elsewhere asks before overwriting it", async () => {
    const early = fieldsIn(await page(PROFILE), "nickname");
    await member.submit(PROFILE, { ...early, city: "广州", company: "别处写的公司", intent: "save" });
    const asked = await member.submit(PROFILE, { ...early, city: "深圳", intent: "save" });
    expect(asked.status).toBe(409);
    expect(asked.text).toMatch(/field__error[^>]*>(?:(?!<\/p>).)*刚在别处改成了“广州”。再保存一次/s);
    const returned = fieldsIn(asked.text, "nickname");
    expect(returned).toMatchObject({ city: "深圳", company: early.company });
    expect(fieldsIn(await page(PROFILE), "nickname")).toMatchObject({ city: "广州" });
    await member.submit(PROFILE, { ...returned, intent: "save" });
    expect(fieldsIn(await page(PROFILE), "nickname")).toMatchObject({ city: "深圳", company: "别处写的公司" });
  });

  test("filled in with another account says so, rather than that it was changed elsewhere", async () => {
    const early = fieldsIn(await page(PROFILE), "nickname");
    const other = await world.as(world.seed.alice);
    const nickname = fieldsIn((await other.get(PROFILE)).text, "nickname").nickname ?? "";
    const texts = { ...early, city: "拉萨", intent: "save" };
    // A field that is refused anyway must not put the form in the other member's name unnoticed.
    for (const changed of [{ headline: "" }, { headline: "很".repeat(100) }]) {
      const asked = await other.submit(PROFILE, { ...texts, ...changed });
      expect(asked.status).toBe(409);
      expect(asked.text).toContain(`这是用另一个账号填的，现在登录的是“${nickname}”`);
      expect(asked.text).not.toMatch(/刚在别处|不能超过60个字/);
      const returned = fieldsIn(asked.text, "nickname");
      expect(returned).toMatchObject({ city: "拉萨", ...changed });
      expect(returned.writer).not.toBe(early.writer);
      expect((await other.get(PROFILE)).text).not.toContain("拉萨");
    }
  });

  test("without a chosen picture asks for one", async () => {
    expect((await member.submit(PROFILE, { intent: "avatar" })).text).toContain("请先选择一张图片");
  });
});

describe("the phone number", () => {
  test("changes with a code to each of both numbers", async () => {
    const next = freshPhone();
    const other = await elsewhere();
    const currentCode = await codeFor("current-phone");
    const code = await codeFor("change-phone", { phone: next });
    const answer = await change("change-phone", { phone: next, code, currentCode, endOthers: "yes" });
    expect(answer.location).toBe(`${SECURE}#top`);
    expect([await mayEnter(other), await mayEnter(member)]).toEqual([false, true]);
    expect(await page("/notifications/system")).toContain("你的账号更换了手机号");
    expect(await page(SECURE)).toContain(`${next.slice(0, 3)}****${next.slice(-4)}`);
  });

  test("does not change without the old number's code, and the form keeps its input", async () => {
    const next = freshPhone();
    const code = await codeFor("change-phone", { phone: next });
    const { status, text } = await change("change-phone", { phone: next, code, currentCode: "000000" });
    expect(status).toBe(422);
    expect(text).toMatch(/name="currentCode"[^>]*aria-invalid="true"/);
    expect(text).toContain(`value="${next}"`);
    expect(text).toMatch(/<details[^>]* open="">(?:(?!<\/details>).)*更换手机号/s);
  });
});

describe("the password", () => {
  const NEW = "换一个更长的密码-2026";

  test("is set with a code, ends other sessions, and can be used to log in", async () => {
    const other = await elsewhere();
    const code = await codeFor("change-password");
    expect((await change("change-password", { proof: "code", code, newPassword: NEW })).location).toBe(`${SECURE}#top`);
    expect(await mayEnter(member)).toBe(true);
    expect(await mayEnter(other)).toBe(false);
    const fields = { phone, password: NEW, method: "password", intent: "login", next: "/about" };
    expect((await other.submit("/login", fields)).location).toBe("/about");
  });

  test.each([
    [{ oldPassword: "不是这个密码", newPassword: "另一个很长的密码-1" }, "oldPassword", "原密码不正确"],
    [{ oldPassword: NEW, newPassword: "短" }, "newPassword", "密码至少8位"],
    [{ oldPassword: NEW, newPassword: "12345678" }, "newPassword", "这个密码太常见了，请换一个"],
  ])("is not changed by %o", async (fields, field, message) => {
    await change("change-password", { proof: "code", code: await codeFor("change-password"), newPassword: NEW });
    const answer = await told({ intent: "change-password", proof: "password", ...fields });
    expect(answer).toMatchObject({ status: "refused", values: { form: "password" }, fields: { [field]: message } });
    expect(JSON.stringify(answer)).not.toContain(fields.oldPassword);
  });
});

test("each form's answer without scripts shows the row of that form", async () => {
  const shown = await page(SECURE);
  for (const row of ["phone", "password", "close"]) {
    expect(shown).toMatch(new RegExp(`<details id="${row}"`));
    expect(shown).toContain(`action="${SECURE}#${row}"`);
  }
});

describe("logins", () => {
  test("are listed with this one marked, and can be ended one by one", async () => {
    const other = await elsewhere();
    const shown = await page(SECURE);
    expect(shown.match(/class="session"/g)).toHaveLength(2);
    expect(shown.match(/当前设备/g)).toHaveLength(1);
    expect(shown.match(/正在使用/g), "not when its last use was recorded").toHaveLength(1);
    expect(shown.match(/最近活动/g)).toHaveLength(1);
    expect(shown).toContain("Linux · Chrome");
    const id = /name="session" value="([^"]+)"/.exec(shown)?.[1] ?? "";
    expect((await change("end-session", { session: id })).location).toBe(`${SECURE}#top`);
    expect(await mayEnter(other)).toBe(false);
    expect(await mayEnter(member)).toBe(true);
  });

  test("of somebody else can't be ended", async () => {
    await elsewhere();
    const id = /name="session" value="([^"]+)"/.exec(await page(SECURE))?.[1] ?? "";
    const stranger = await world.as(world.seed.alice);
    expect((await stranger.submit(SECURE, { intent: "end-session", session: id })).status).toBe(404);
  });

  test("can be ended on all other devices, or on all", async () => {
    const [one, two] = [await elsewhere(), await elsewhere()];
    await change("end-other-sessions");
    expect([await mayEnter(one), await mayEnter(two), await mayEnter(member)]).toEqual([false, false, true]);
    const third = await elsewhere();
    expect((await change("log-out-everywhere")).location).toBe("/");
    expect(member.cookies.has("token")).toBe(false);
    expect(await mayEnter(third)).toBe(false);
  });
});

describe("WeChat", () => {
  const agree = async (start: string) => {
    const toWechat = (await member.get(start)).location ?? "";
    const { pathname, search } = new URL(toWechat);
    const wechat = await page(pathname + search);
    const link = /href="([^"]*wechat-author[^"]*)"/.exec(wechat)?.[1]?.replaceAll("&amp;", "&") ?? "";
    return member.get(new URL(link).pathname + new URL(link).search);
  };
  const TOLD = "/account/notifications";

  test("keeps what another tab has ticked since the settings were shown", async () => {
    const shownIn = (html: string) => {
      const json = /<input(?=[^>]*name="shown")[^>]*value="([^"]*)"/.exec(html)?.[1] ?? "";
      return json.replaceAll("&quot;", '"');
    };
    const ticked = (html: string, name: string) =>
      [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
        .filter(([box]) => box.includes(`name="${name}"`) && box.includes("checked"))
        .map(([box]) => /value="([^"]*)"/.exec(box)?.[1]);
    const save = (shown: string, boxes: [string, string][]) => {
      const sent = new FormData();
      const offered = [
        ["offered", "mail"],
        ["offered", "wechat"],
      ] as const;
      for (const [name, value] of [...offered, ["shown", shown] as const, ...boxes]) sent.append(name, value);
      return member.submit(TOLD, sent);
    };
    const inSite = (...sorts: string[]) => sorts.map((sort): [string, string] => ["sort", sort]);
    await save("", [...inSite("comment", "like"), ["mail", "answer"]]);
    const early = shownIn(await page(TOLD));
    await save(early, [...inSite("comment", "follow"), ["mail", "answer"], ["mail", "system"], ["weekly", "yes"]]);
    await save(early, [...inSite("comment", "like", "mention"), ["wechat", "comment"]]);
    const after = await page(TOLD);
    expect(ticked(after, "sort")).toEqual(["comment", "mention", "follow"]);
    expect(ticked(after, "mail")).toEqual(["system"]);
    expect(ticked(after, "wechat")).toEqual(["comment"]);
    expect(ticked(after, "weekly")).toEqual(["yes"]);
  });

  test("sends notifications once the member has opened it there, until they turn it off", async () => {
    const shown = await page(TOLD);
    expect(shown).toMatch(/<th scope="col">微信<\/th>/);
    expect(shown).toContain('name="open-wechat"');
    const ticked = { offered: "wechat", wechat: "comment", "open-wechat": "yes" };
    const pressed = await member.submit(TOLD, ticked);
    expect(pressed.location).toBe("/account/wechat-messages");
    expect(await page(TOLD), "what was ticked is kept").toMatch(
      /<input(?=[^>]*name="wechat")(?=[^>]*value="comment")[^>]*checked/,
    );
    const toWechat = new URL((await member.get(pressed.location ?? "")).location ?? "");
    expect(toWechat.pathname).toContain("/connect/oauth2/authorize");
    const wechat = await page(toWechat.pathname + toWechat.search);
    const link = /href="([^"]*wechat-messages[^"]*)"/.exec(wechat)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const back = new URL(link);
    const forged = `${back.pathname}?state=${"x".repeat(43)}&code=${back.searchParams.get("code")}`;
    const thief = await elsewhere();
    thief.cookies.set("weixin", member.cookies.get("weixin") ?? "");
    expect((await thief.get(back.pathname + back.search)).location, "begun in another browser").toBe(TOLD);
    expect(await page(TOLD)).not.toContain("微信已开通");
    expect((await member.get(back.pathname + back.search)).location).toBe(TOLD);
    expect(await page(TOLD)).toContain("微信已开通，由本站的公众号发给你");
    expect((await member.get(forged)).location).toBe(TOLD);
    expect((await member.submit(TOLD, { offered: "wechat", wechat: "answer" })).location).toBe(TOLD);
    expect(await page(TOLD)).toMatch(
      /<input[^>]*name="wechat"[^>]*checked=""[^>]*value="answer"|name="wechat" checked="" value="answer"|name="wechat" value="answer" checked=""/,
    );
    expect((await member.submit(TOLD, { offered: "wechat", wechat: "answer", "remove-wechat": "yes" })).location).toBe(
      TOLD,
    );
    expect(await page(TOLD)).toContain("开通微信通知");
  });

  test("a message links to the notifications, with an unsubscribe link that needs no login", async () => {
    const { services } = world.upstream;
    const { id } = await services.db
      .selectFrom("users")
      .select("id")
      .where("nickname", "=", `成员${phone}`)
      .executeTakeFirstOrThrow();
    const off = unsubscribeToken(services, { userId: id, sort: "wechat" });
    const arrived = await member.get(`/notifications?off=${off}`);
    expect(arrived.location).toBe(`/notifications/comment?off=${off}`);
    expect(await page(arrived.location ?? "")).toContain(`href="/unsubscribe/${off}"`);
    const stranger = await world.as(null);
    expect((await stranger.get(`/notifications?off=${off}`)).location).toBe(`/unsubscribe/${off}`);
    const { text } = await stranger.get(`/unsubscribe/${off}`);
    expect(text).toContain("不再收微信通知？");
    expect(text).toContain('href="/notifications/comment"');
    expect((await stranger.get("/notifications?off=//evil.example")).location).toBe("/");
  });

  test("is bound and unbound by the owner with a code or the password", async () => {
    expect((await member.get("/account/weixin")).location, "nothing was proven").toBe(SECURE);
    const wrong = await change("bind-weixin", { proof: "code", code: "000000" });
    expect(wrong.text).toContain("验证码错误或已失效，请核对或重新获取");
    const other = await elsewhere();
    const code = await codeFor("change-weixin");
    expect((await change("bind-weixin", { proof: "code", code })).location).toBe(`${SECURE}#top`);
    expect(await page(SECURE)).toContain('href="/account/weixin"');
    const author = await agree("/account/weixin");
    expect((await member.get(author.location ?? "")).location).toBe(SECURE);
    expect(await page(SECURE)).toContain("微信已绑定，以后可以直接用微信登录");
    expect(await page(SECURE)).toContain("解除绑定");
    expect(await mayEnter(other), "it was not wished").toBe(true);

    const refused = await change("unbind-weixin");
    expect(refused.text).toContain("请用短信验证码确认");
    const done = await change("unbind-weixin", {
      proof: "code",
      code: await codeFor("change-weixin"),
      endOthers: "yes",
    });
    expect(done.location).toBe(`${SECURE}#top`);
    expect(await page(SECURE)).toContain("绑定微信");
    expect(await mayEnter(other)).toBe(false);
    expect(await page("/notifications/system")).toContain("你的账号解除了微信绑定");
  });

  test("a proof is valid in this browser only, also with scripts", async () => {
    const answer = await told({ intent: "bind-weixin", proof: "code", code: await codeFor("change-weixin") });
    expect(answer).toMatchObject({ status: "ok", message: "已确认是你本人，请在十分钟内去微信扫码" });
    expect(member.cookies.get("weixin")).toBeTruthy();
    const thief = await elsewhere();
    thief.cookies.set("weixin", member.cookies.get("weixin") ?? "");
    expect((await thief.get("/account/weixin")).location).toBe(SECURE);
    expect((await member.get("/account/weixin")).location).toContain("qrconnect");
  });
});

describe("leaving", () => {
  test("one's own data can be downloaded as a file", async () => {
    const { db } = world.upstream.services;
    const { id } = await db
      .selectFrom("users")
      .select("id")
      .where("nickname", "=", `成员${phone}`)
      .executeTakeFirstOrThrow();
    const like = { user_id: id, target_kind: "article" as const, created_at: new Date().toISOString() };
    const likes = Array.from({ length: 501 }, (_, index) => ({ ...like, target_id: index + 1 }));
    await db.insertInto("likes").values(likes).execute();
    const { headers, text } = await member.get("/account/export");
    expect(headers.get("content-disposition")).toMatch(/^attachment; filename="shequ-\d+-\d{4}-\d\d-\d\d\.json"$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(JSON.parse(text)).toMatchObject({ account: { nickname: `成员${phone}` } });
    expect(JSON.parse(text).likes).toHaveLength(501);
    // Written in pieces, read as one.
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(text).not.toMatch(/token_hash|password_hash/);
  });

  test("an account is closed only with the confirmation and the code", async () => {
    const unsure = await change("close-account", { code: "123456" });
    expect(unsure.text).toContain("请勾选确认");
    const wrong = await change("close-account", { code: "000000", sure: "yes" });
    expect(wrong.text).toContain("验证码错误或已失效，请核对或重新获取");
    expect(await mayEnter(member)).toBe(true);
  });

  test("a closed account is logged out everywhere, and its number is free again", async () => {
    const other = await elsewhere();
    const code = await codeFor("close-account");
    const closed = await change("close-account", { code, sure: "yes" });
    expect(closed.location).toBe("/");
    // On a shared computer, nothing of it remains.
    expect(closed.headers.get("clear-site-data")).toBe('"cache", "storage"');
    expect(member.cookies.has("token")).toBe(false);
    expect((await member.get("/")).text).toContain("账号已注销");
    expect(await mayEnter(other)).toBe(false);
    const back = await elsewhere();
    expect((await back.get("/account/profile")).text).not.toContain(`value="成员${phone}"`);
  });
});

test("a closed account's texts offer no follow button, and its page says why it is gone", async () => {
  const { db } = world.upstream.services;
  const { id: authorId } = await db
    .selectFrom("users")
    .select("id")
    .where("nickname", "=", `成员${phone}`)
    .executeTakeFirstOrThrow();
  const article = paths.article(encodeId(await world.write.article({ authorId, title: "注销之前写的文章" })));
  const reader = await world.as(world.seed.alice);
  const follow = `"关注 成员${phone}"`;
  expect((await reader.get(article)).text).toContain(follow);
  await reader.submit("/actions/reaction", { reaction: `follow:user:${authorId}:on` });
  await change("close-account", { code: await codeFor("close-account"), sure: "yes" });
  const { text } = await reader.get(article);
  expect(text).toContain("已注销用户");
  expect(text).not.toContain("关注 已注销用户");
  // Machines are not led to a page that is gone.
  const [, data = ""] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  expect(data).toContain('"author":{"@type":"Person","name":"已注销用户"}');
  const { text: feed } = await reader.get("/feed.xml");
  expect(feed).toContain("<author><name>已注销用户</name></author>");
  const following = async (who: Reader) => (await who.get(`/u/${world.seed.alice}/follow/follow`)).text;
  expect(await following(await world.as(null))).toContain("已注销用户</a>");
  expect(await following(await world.as(null))).not.toContain("关注 已注销用户");
  expect(await following(reader)).toContain("已关注 已注销用户");
  const gone = await reader.get(paths.user(authorId));
  const profile = gone.location ? await reader.get(gone.location) : gone;
  expect([profile.status, profile.text]).toEqual([404, expect.stringContaining("这个账号已经注销")]);
  const shown = async (path: string) => /<main[^>]*error-screen.*<\/main>/s.exec((await reader.get(path)).text)?.[0];
  expect(await shown(gone.location ?? paths.user(authorId)), "people are in nobody's trash").not.toContain("回收站");
  expect(await shown("/question/zzzzzzzzzzzz")).toContain("我的回收站");
});

test("an unknown form is refused", async () => {
  expect((await change("become-operator")).status).toBe(400);
});

test("password managers are told whose password it is, by the number that is typed at the login", async () => {
  const named = `autoComplete="username" readonly="" hidden="" value="${phone}"`;
  expect(await page(SECURE)).toContain(named);
  expect(await page("/login/complete")).toContain(named);
});
