import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { answered, forgetLimits, newestLetters, sentCode } from "#tests/routes/support/form-codes";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";

let world: World;
let reader: Reader;
let phones = 0;
const freshPhone = () => {
  phones += 1;
  return `138${String(phones).padStart(8, "0")}`;
};

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  reader = await world.as(null);
  await forgetLimits(world);
});

const codeFor = (who: Reader, phone: string) =>
  sentCode(world, who, { path: "/login", fields: { phone, method: "sms" }, purpose: "login" });
const logIn = async (who: Reader, phone: string, next = "") =>
  who.submit("/login", { phone, next, intent: "login", method: "sms", agreed: "1", code: await codeFor(who, phone) });
/** An action's reply to our scripts. */
const told = ({ routes }: Awaited<ReturnType<Reader["send"]>>) => routes as { data?: unknown; redirect?: string };
const SLIDER = { captchaType: "blockPuzzle" };

test("the demo shows how to log in", async () => {
  const { text } = await reader.get("/login");
  expect(text).toContain("13900000001");
  expect(text).toMatch(/<a href="\/_dev\/inbox"[^>]*>演示收件箱<\/a>/);
});

test("the agreements open in a window of their own, so that no input is lost", async () => {
  const { text } = await reader.get("/login");
  for (const [path, name] of [
    ["terms", "用户协议"],
    ["privacy", "隐私政策"],
  ])
    expect(text).toContain(`<a href="/policy/${path}" target="_blank" rel="noopener">${name}</a>`);
});

test("the session cookie lasts as long as the session in the upstream", async () => {
  const entered = await logIn(reader, freshPhone());
  const cookie = entered.headers.getSetCookie().find((line) => line.startsWith("token="));
  const seconds = Number(/Max-Age=(\d+)/.exec(cookie ?? "")?.[1]);
  const { db } = world.upstream.services;
  const session = db.selectFrom("sessions").select(["created_at", "expires_at"]).orderBy("created_at", "desc");
  const { created_at, expires_at } = await session.limit(1).executeTakeFirstOrThrow();
  expect(seconds).toBe((Date.parse(expires_at) - Date.parse(created_at)) / 1000);
});

test("logging out removes the member's data from the browser; a session that ends keeps the drafts", async () => {
  const member = await world.as(world.seed.alice);
  const left = await member.submit("/actions/logout", {});
  expect(left.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect(member.cookies.has("token")).toBe(false);
  member.cookies.set("token", "x".repeat(43));
  const ended = await member.get("/about");
  expect(member.cookies.has("token")).toBe(false);
  expect(ended.headers.get("clear-site-data")).toBeNull();
});

describe("a code without scripts", () => {
  test("is sent after the captcha is solved, and no input is lost", async () => {
    const fields = { phone: "138 0000 9999", next: "/about", method: "sms", intent: "send-code:login" };
    const asked = await reader.submit("/login", fields);
    expect(asked.status).toBe(200);
    expect(asked.text).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="图片验证码"/);
    expect(asked.text).toContain('value="138 0000 9999"');
    expect(asked.text).toContain('name="next" value="/about"');
    const sent = await reader.submit("/login", { ...fields, ...(await answered(world, asked.text)) });
    expect(sent.text).toContain("验证码已发送");
    expect(sent.text).toContain('value="138 0000 9999"');
  });

  test("is not sent for wrong letters: there is another picture, and the first is no longer valid", async () => {
    const phone = freshPhone();
    const fields = { phone, intent: "send-code:login" };
    const first = await reader.submit("/login", fields);
    const right = await answered(world, first.text);
    const wrong = await reader.submit("/login", { ...fields, ...right, captchaAnswer: "?????" });
    expect(wrong.text).toContain("验证未通过，请重试");
    expect(wrong.text).toContain("图片验证码");
    const again = await reader.submit("/login", { ...fields, ...right });
    expect(again.text).toContain("验证已过期，请重试");
    expect(world.upstream.services.fakes?.sms.inbox().some((message) => message.phone === phone)).toBe(false);
  });

  test("another picture can be requested", async () => {
    const fields = { phone: freshPhone() };
    await reader.submit("/login", { ...fields, intent: "send-code:login" });
    const other = await reader.submit("/login", { ...fields, intent: "new-captcha:login" });
    expect(other.text).toContain("图片验证码");
    expect(other.text).not.toContain("验证未通过");
  });

  test.each([
    ["", "请输入正确的手机号"],
    ["12345", "请输入正确的手机号"],
  ])("to %j is refused at its field before any captcha", async (phone, message) => {
    const { status, text } = await reader.submit("/login", { phone, intent: "send-code:login" });
    expect(status).toBe(422);
    expect(text).toContain(message);
    expect(text).not.toContain("图片验证码");
  });

  test("requested too soon is refused with the reason", async () => {
    const phone = freshPhone();
    await codeFor(reader, phone);
    const fields = { phone, intent: "send-code:login" };
    const asked = await reader.submit("/login", fields);
    const { status, text } = await reader.submit("/login", { ...fields, ...(await answered(world, asked.text)) });
    expect(status).toBe(429);
    expect(text).toMatch(/field__error[^>]*>.*(频繁|稍后|秒)/s);
  });
});

describe("a code with scripts", () => {
  test("requires a captcha: nothing is sent without one", async () => {
    const answer = await reader.send("/actions/sms-code", { phone: freshPhone(), intent: "send-code:login" });
    expect(answer.status).toBe(422);
  });

  test("is sent for the slider's piece in its place, once", async () => {
    const phone = freshPhone();
    const question = await reader.send("/actions/captcha", { type: "blockPuzzle" });
    expect(question.status).toBe(200);
    const { token, key } = (told(question).data as { data: { token: string; key: string } }).data;
    const { payload } = await world.upstream.services.db
      .selectFrom("one_time_tokens")
      .select("payload")
      .where("purpose", "=", "captcha/blockPuzzle")
      .executeTakeFirstOrThrow();
    const { x } = JSON.parse(payload) as { x: number };
    const fields = { ...SLIDER, phone, intent: "send-code:login", captchaToken: token, captchaKey: key };
    const sent = await reader.send("/actions/sms-code", { ...fields, captchaAnswer: String(x + 3) });
    expect(told(sent).data).toMatchObject({ status: "step", step: { kind: "sent", resendAfter: 60 } });
    const again = await reader.send("/actions/sms-code", { ...fields, captchaAnswer: String(x) });
    expect(told(again).data).toMatchObject({ status: "refused", code: "CAPTCHA_EXPIRED" });
  });

  test("for an unknown purpose is refused", async () => {
    expect((await reader.send("/actions/sms-code", { intent: "send-code:anything" })).status).toBe(400);
  });
});

describe("logging in by code", () => {
  test("registers, and continues via the choice of a nickname to the requested page", async () => {
    const answer = await logIn(reader, freshPhone(), "/about");
    expect(answer.location).toBe(`/login/complete?next=${encodeURIComponent("/about")}`);
    expect(reader.cookies.has("token")).toBe(true);
    const page = await reader.get(answer.location ?? "");
    expect(page.text).toContain("取一个昵称");
    const refused = await reader.submit("/login/complete", { nickname: "  ", next: "/about" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("昵称不能为空");
    const weak = await reader.submit("/login/complete", { nickname: "阿岚", password: "12345678", next: "/about" });
    expect(weak.text).toContain("这个密码太常见了");
    expect(weak.text).toContain('value="阿岚"');
    const done = await reader.submit("/login/complete", { nickname: "阿岚", next: "/about" });
    expect(done.location).toBe("/about");
    expect((await reader.get("/about")).text).toContain("阿岚，欢迎加入");
    expect((await reader.get("/account/profile")).text).toContain('value="阿岚"');
  });

  test("continues directly the second time, on this site only", async () => {
    const phone = freshPhone();
    await logIn(reader, phone);
    await reader.submit("/login/complete", { nickname: "回来的人" });
    const again = await world.as(null);
    expect((await logIn(again, phone, "//evil.example")).location).toBe("/");
  });

  test("with a wrong code shows the error at its field and keeps its input", async () => {
    const phone = freshPhone();
    await codeFor(reader, phone);
    const { status, text } = await reader.submit("/login", {
      phone,
      intent: "login",
      agreed: "1",
      code: "000000",
      next: "/about",
    });
    expect(status).toBe(422);
    expect(text).toMatch(/name="code"[^>]*aria-invalid="true"[^>]*value="000000"/);
    expect(text).toContain("验证码错误或已失效，请核对或重新获取");
    expect(text).toContain(`value="${phone}"`);
    expect(reader.cookies.has("token")).toBe(false);
  });

  test("carries out the action that was waiting for the login", async () => {
    const path = `/article/${encodeId(world.seed.article)}`;
    const reaction = `like:article:${world.seed.article}:on`;
    const from = { headers: { referer: ORIGIN + path } };
    await reader.submit("/actions/reaction", { reaction }, from);
    await logIn(reader, freshPhone(), path);
    const { text } = await reader.get(path);
    expect(text).toMatch(/aria-pressed="true"[^>]*>(?:(?!<button).)*已喜欢/s);
    expect(text).toMatch(/class="flash flash--success"[^>]*>(?:(?!<\/div>).)*已喜欢/s);
  });

  test.each([
    ["vote:answer", "answer", "down", "已反对"],
    ["favorite:case", "case", "on", "已收藏"],
    ["follow:user", "alice", "on", "已关注"],
    ["follow:question", "question", "off", "已取消关注"],
    ["vote:answer", "answer", "none", "已取消"],
  ] as const)("tells of %s to the %s, %s, that it was carried out: %s", async (what, of, state, told) => {
    await reader.submit("/actions/reaction", { reaction: `${what}:${world.seed[of]}:${state}` });
    await logIn(reader, freshPhone(), "/about");
    expect((await reader.get("/about")).text).toMatch(new RegExp(`flash--success"[^>]*>(?:(?!</div>).)*${told}`, "s"));
  });

  test("a waiting action whose target is gone does not break the login", async () => {
    await reader.submit("/actions/reaction", { reaction: "favorite:zhiku:99999:on" });
    expect([...reader.cookies.keys()]).toEqual(["pending"]);
    await logIn(reader, freshPhone());
    // No message about what a separate page explains.
    expect([...reader.cookies.keys()]).toEqual(["token"]);
  });

  test("with scripts replies with data, or a redirect that they follow", async () => {
    const phone = freshPhone();
    const code = await codeFor(reader, phone);
    const wrong = await reader.send("/login", { phone, intent: "login", agreed: "1", code: "123" });
    expect(wrong.status).toBe(422);
    expect(told(wrong).data).toMatchObject({ fields: { code: "请输入6位数字验证码" }, values: { phone } });
    const right = await reader.send("/login", { phone, intent: "login", agreed: "1", code, next: "/about" });
    expect(told(right).redirect).toBe(`/login/complete?next=${encodeURIComponent("/about")}`);
  });
});

describe("logging in by password", () => {
  const PASSWORD = "一个很长的密码-2026";
  let phone: string;
  beforeAll(async () => {
    phone = freshPhone();
    const member = await world.as(null);
    await logIn(member, phone);
    await member.submit("/login/complete", { nickname: "有密码的人", password: PASSWORD });
  });
  const send = (fields: Record<string, string>) =>
    reader.submit("/login", { intent: "login", method: "password", next: "/question", ...fields });

  test("continues to the requested page", async () => {
    const { location } = await send({ phone, password: PASSWORD });
    expect(location).toBe("/question");
    expect((await reader.get("/question")).text).toContain("有密码的人的菜单");
  });

  test("has the same message for a wrong password and an unknown number", async () => {
    const wrong = await send({ phone, password: "不对不对不对" });
    const nobody = await send({ phone: freshPhone(), password: "不对不对不对" });
    for (const { status, text } of [wrong, nobody]) {
      expect(status).toBe(422);
      expect(text).toContain("手机号或密码错误");
      expect(text).not.toContain("不对不对不对");
    }
  });

  test("an empty password is refused at its field", async () => {
    expect((await send({ phone, password: "" })).text).toMatch(/field__error[^>]*>.*请输入密码/s);
  });

  test("a logged-in member is redirected from the login page", async () => {
    await send({ phone, password: PASSWORD });
    expect((await reader.get("/login?next=/about")).location).toBe("/");
  });
});

describe("logging in by WeChat", () => {
  const person = (page: string, name: RegExp) => {
    const link = [...page.matchAll(/href="([^"]*wechat-author[^"]*)"[^>]*>(?:<bdi>)?([^<]*)/g)].find(([, , text]) =>
      name.test(text ?? ""),
    );
    return (link?.[1] ?? "").replaceAll("&amp;", "&").replace(ORIGIN, "");
  };
  const toWechat = async (who: Reader, start = "/login/weixin?next=%2Fabout") => {
    const { location } = await who.get(start);
    return (await who.get((location ?? "").replace(ORIGIN, "").replace(/#.*/, ""))).text;
  };

  test("asks for a phone number the first time, and logs in directly the next", async () => {
    const agreed = await reader.get(person(await toWechat(reader), /阿岚/));
    expect(agreed.location).toMatch(/^\/wxlogin\?state=[\w-]{43}&obj=/);
    const wxlogin = agreed.location ?? "";
    const page = await reader.get(wxlogin);
    expect(page.text).toContain("微信里的阿岚");
    expect(page.headers.getSetCookie().join(), "as long as the upstream's ticket").toContain("Max-Age=1800");
    // The handle works once; its result is remembered for this browser.
    expect((await reader.get(wxlogin)).text).toContain("还差一步");
    const phone = freshPhone();
    const code = await sentCode(world, reader, { path: wxlogin, fields: { phone }, purpose: "bind-weixin" });
    const wrong = await reader.submit(wxlogin, { phone, intent: "login", agreed: "1", code: "000000" });
    expect(wrong.text).toContain("验证码错误或已失效，请核对或重新获取");
    const done = await reader.submit(wxlogin, { phone, intent: "login", agreed: "1", code, next: "/about" });
    expect(done.location).toBe(`/login/complete?next=${encodeURIComponent("/about")}`);
    expect((await reader.get(wxlogin)).location, "loaded again").toBe("/about");
    await reader.submit("/login/complete", { nickname: "微信来的阿岚" });

    const again = await world.as(null);
    const link = person(await toWechat(again), /阿岚/);
    const back = await again.get(link);
    const entered = await again.get(back.location ?? "");
    expect(entered.location).toBe("/about");
    expect(again.cookies.has("token")).toBe(true);
    expect((await again.get("/account/secure")).text.match(/session__device">Linux · Chrome/g)).toHaveLength(2);
    for (const address of [back.location ?? "", link])
      expect((await again.get(address)).location, "loaded again").toBe("/about");
    again.cookies.delete("token");
    expect((await again.get(back.location ?? "")).text, "logged out in between").toContain("微信授权已失效");
    expect((await again.get(link)).location).toBe("/login");
  });

  test("is in a frame of the login form, which only this site may embed", async () => {
    const form = await reader.get("/login?tab=weixin&next=%2Fabout");
    expect(form.text).toContain('<iframe src="/login/weixin/frame?next=%2Fabout" title="微信扫码登录"');
    expect(form.text, "the way without a frame").toContain('href="/login/weixin?next=%2Fabout"');
    expect(form.text, "on the phone itself").toContain("手机扫不了自己的屏幕");
    const policyOf = ({ headers }: { headers: Headers }) => headers.get("content-security-policy") ?? "";
    expect(policyOf(form)).toContain("frame-src 'self';");
    expect(policyOf(form)).toContain("frame-ancestors 'none'");
    const member = await world.as(world.seed.alice);
    expect(policyOf(await member.get("/about")), "members log in no more").toContain("frame-src 'none';");

    const start = await reader.get("/login/weixin/frame?next=%2Fabout");
    expect(start.location).toContain("login_type=jssdk&self_redirect=false");
    const shown = await reader.get((start.location ?? "").replace(ORIGIN, ""));
    expect(policyOf(shown)).toContain("frame-ancestors 'self'");
    expect(shown.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect(shown.text).toMatch(/wechat-author[^>]*target="_top"/);
    expect((await reader.get(person(shown.text, /阿岚|老周/))).location).toMatch(/^\/wxlogin\?state=/);
    expect(await toWechat(reader), "a page of its own needs no other window").not.toContain("_top");
  });

  test("binds only in the session that started it", async () => {
    const attacker = await world.as(world.seed.alice);
    const asked = { path: "/account/secure", fields: {}, purpose: "change-weixin" };
    const code = await sentCode(world, attacker, asked);
    await attacker.submit("/account/secure", { intent: "bind-weixin", proof: "code", code });
    const started = await attacker.get("/account/weixin");
    expect(started.headers.getSetCookie(), "the cookie would outlive the proof of the owner").toEqual([]);
    const link = person(await toWechat(attacker, "/account/weixin"), /老周/);
    const victim = await world.as(world.seed.bob);
    victim.cookies.set("weixin", attacker.cookies.get("weixin") ?? "");
    expect((await victim.get(link)).location).toBe("/account/secure");
    const secure = (await victim.get("/account/secure")).text;
    expect(secure).toContain("微信授权已失效，请重新扫码");
    expect(secure).toContain("未绑定");
    const { location } = await attacker.get(link);
    expect(location).toMatch(/^\/wxlogin/);
  });

  test("a phone number that comes too late is told so", async () => {
    const wxlogin = `/wxlogin?state=${"x".repeat(43)}&obj=used`;
    const late = await reader.submit(wxlogin, {
      phone: freshPhone(),
      intent: "login",
      agreed: "1",
      code: "000000",
    });
    expect(late.location).toBe("/login");
    expect((await reader.get("/login")).text).toContain("微信授权已失效，请重新扫码");
    expect((await reader.submit(wxlogin, { next: "/about" })).location).toBe("/login?next=%2Fabout");
  });

  test("that fails leads to the other ways to log in, and from there to where one was going", async () => {
    const link = person(await toWechat(reader), /阿岚/);
    world.upstream.services.fakes?.wechat.faults.set({ kind: "code", code: "40029" });
    const { location } = await reader.get(link);
    world.upstream.services.fakes?.wechat.faults.set(null);
    const { text } = await reader.get(location ?? "");
    expect(text).toContain("微信授权没有完成");
    expect(text).toContain('href="/login?next=%2Fabout"');
  });

  test("the end of a registration is continued after a login, and then what it interrupted", async () => {
    const { location } = await reader.get("/login/complete?next=%2Fabout");
    expect(location).toBe(`/login?next=${encodeURIComponent("/login/complete?next=%2Fabout")}`);
  });

  test("reports a missing result", async () => {
    expect((await reader.get("/wxlogin?state=abc")).location).toBe("/");
    expect((await reader.get("/")).text).toContain("微信登录没有完成");
  });

  test("a callback that this browser did not start is refused, at both URLs", async () => {
    const link = person(await toWechat(reader), /老周/);
    const victim = await world.as(null);
    expect((await victim.get(link)).location).toBe("/login");
    expect((await victim.get("/login")).text).toContain("微信授权已失效");
    const { location } = await reader.get(link);
    const page = await victim.get(location ?? "");
    expect(page.text).toContain("不是在这个浏览器里发起的");
    expect(victim.cookies.has("token")).toBe(false);
  });

  test("declining is not an error", async () => {
    const refused = await reader.get(person(await toWechat(reader), /拒绝/));
    expect(refused.location).toBe(`/login?next=${encodeURIComponent("/about")}`);
    expect((await reader.get("/login")).text).toContain("你取消了微信授权");
  });

  test("a used code is refused", async () => {
    const link = person(await toWechat(reader), /阿岚/);
    await reader.get(link);
    const again = await reader.get(link);
    const page = await reader.get(again.location ?? "");
    expect(page.location ?? page.text).toMatch(/\/login|没有完成/);
    expect(reader.cookies.has("token")).toBe(false);
  });
});

describe("logging out", () => {
  const from = (path: string) => ({ headers: { referer: ORIGIN + path } });

  test("ends the session on the server, deletes the cookie and stays on the page", async () => {
    await logIn(reader, freshPhone());
    const token = reader.cookies.get("token") ?? "";
    expect((await reader.submit("/actions/logout", {}, from("/about"))).location).toBe("/about");
    expect(reader.cookies.has("token")).toBe(false);
    const thief = await world.as(null);
    thief.cookies.set("token", token);
    expect((await thief.get("/account/profile")).location).toBe("/");
    expect((await reader.get("/about")).text).toContain("已退出登录");
  });

  test.each(["/account/secure", "/notifications/like", "/write/article"])("on %s redirects home", async (path) => {
    const member = await world.as(world.seed.alice);
    expect((await member.submit("/actions/logout", {}, from(path))).location).toBe("/");
  });

  test("without a session is not an error", async () => {
    expect((await reader.submit("/actions/logout", {}, from("/about"))).location).toBe("/about");
  });
});

test("captcha letters are five and never the same twice", async () => {
  await reader.submit("/login", { phone: freshPhone(), intent: "send-code:login" });
  const first = await newestLetters(world);
  await forgetLimits(world);
  await reader.submit("/login", { phone: freshPhone(), intent: "send-code:login" });
  expect(first).toHaveLength(5);
  expect(await newestLetters(world)).not.toBe(first);
});
