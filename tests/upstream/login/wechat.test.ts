import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notificationApi } from "#app/contract/notification/notification";
import { accountApi } from "#app/contract/people/account";
import { queryObjApi } from "#app/contract/people/query-obj";
import { userApi } from "#app/contract/people/user";
import { wechatApi } from "#app/contract/people/wechat";
import { wechatPictureApi } from "#app/contract/people/wechat-picture";
import { devApi } from "#app/contract/site/dev";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import type { Call } from "#upstream/call/context";
import { askForPhone } from "#upstream/modules/user/wechat-handles";
import { forgetOffered } from "#upstream/modules/user/wechat-picture";
import { wordFilterOf } from "#upstream/services/moderation/word-filter";
import { hashPassword } from "#upstream/services/password/hash-password";

const MINUTE = 60_000;
const STATE = "state-of-thirty-two-characters-00";
const OTHER_STATE = "state-of-thirty-two-characters-01";
let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
let numbers = 0;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const newPhone = () => `137${String(++numbers).padStart(8, "0")}`;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  await upstream.services.db.deleteFrom("identities").execute();
  upstream.services.fakes?.wechat.faults.set(null);
});
afterAll(() => upstream.close());

/** WeChat's page for a redirected browser. */
async function page(change: Record<string, string> = {}) {
  const authorization = await upstream.call(wechatApi.authorization, { query: { state: STATE } });
  const query = Object.fromEntries(new URL(authorization?.pageUrl ?? "").searchParams);
  return upstream.call(devApi.wechatPage, { query: { ...query, ...change } as never });
}
/** The code returned when one of the fake's people consents. */
async function agreed(openid = "o-demo-1"): Promise<string> {
  const shown = await page();
  if (shown.kind !== "page") throw new Error(shown.message);
  const back = new URL(shown.agree[openid] ?? "");
  expect(back.searchParams.get("state")).toBe(STATE);
  return back.searchParams.get("code") ?? "";
}
type Exchange = { token?: string; purpose?: "login" | "bind"; proof?: string };
const exchange = (code: string | undefined, { token, purpose = "login", proof }: Exchange = {}) =>
  upstream.call(
    wechatApi.exchange,
    { body: { ...(code === undefined ? {} : { code }), state: STATE, purpose, proof } },
    { token },
  );
/** Verifies a session's owner by a code to the phone. */
async function prove({ token, phone }: { token: string; phone: string }, endOthers = true) {
  wait(MINUTE);
  const code = await sentCode(upstream, phone, "change-weixin", { token });
  const body = { code, endOtherSessions: endOthers };
  return (await upstream.call(accountApi.prove, { body }, { token })).proof;
}
const bind = async (one: Member, openid = "o-demo-1") =>
  upstream.call(
    userApi.wechatBind,
    { body: { code: await agreed(openid), state: STATE, proof: await prove(one) } },
    { token: one.token },
  );
type Member = Awaited<ReturnType<typeof member>>;
const read = (obj: string, state = STATE) => upstream.call(queryObjApi.get, { query: { state, obj } });
const authorize = async (openid?: string) => read((await exchange(await agreed(openid))).obj);
const account = (token: string) => upstream.call(userApi.tokenQueryClientUser, {}, { token });

/** Registers through WeChat. */
async function register(openid = "o-demo-1", phone = newPhone()) {
  const asked = await authorize(openid);
  if (asked.kind !== "phone-needed") throw new Error(asked.kind);
  const code = await sentCode(upstream, phone, "bind-weixin");
  const body = { phone, code, ticket: asked.ticket };
  return { phone, asked, ...(await upstream.call(userApi.loginOrRegisterByPhone, { body })) };
}
async function member(phone = newPhone()) {
  wait(2 * 24 * 60 * MINUTE);
  const body = { phone, code: await sentCode(upstream, phone) };
  return { phone, ...(await upstream.call(userApi.loginOrRegisterByPhone, { body })) };
}

describe("the page", () => {
  test("is requested as the open platform requires, as a page or in a frame", async () => {
    const shown = await upstream.call(wechatApi.authorization, { query: { state: STATE } });
    const whole = new URL(shown?.pageUrl ?? "");
    expect(whole.pathname).toBe("/_dev/wechat/connect/qrconnect");
    expect(whole.hash).toBe("#wechat_redirect");
    expect(Object.fromEntries(whole.searchParams)).toEqual({
      appid: "wx0000000000demo00",
      redirect_uri: "http://127.0.0.1:3000/wechat-author",
      response_type: "code",
      scope: "snsapi_login",
      state: STATE,
    });
    const frame = new URL(shown?.frameUrl ?? "");
    expect(frame.searchParams.get("login_type")).toBe("jssdk");
    expect(frame.searchParams.get("self_redirect")).toBe("false");
    expect(shown?.frameOrigin).toBe("http://127.0.0.1:3000");
  });

  test.each([
    { appid: "wx-other" },
    { scope: "snsapi_userinfo" },
    { response_type: "token" },
    { redirect_uri: "https://evil.example/wechat-author" },
    { redirect_uri: "not an address" },
  ] as Record<string, string>[])("%j is refused", async (change) => {
    expect(await page(change)).toEqual({ kind: "refused", message: "该链接无法访问" });
  });

  test("redirects back without a code when the person declines, which is no error", async () => {
    const shown = await page();
    const back = new URL(shown.kind === "page" ? shown.refuseUrl : "");
    expect([back.searchParams.get("code"), back.searchParams.get("state")]).toEqual([null, STATE]);
    expect(await read((await exchange(undefined)).obj)).toEqual({ kind: "failed", reason: "你取消了微信授权" });
  });
});

describe("logging in", () => {
  test("asks for a phone number the first time, and never again", async () => {
    const first = await register();
    expect(first.asked).toMatchObject({ kind: "phone-needed", nickname: "微信里的阿岚" });
    expect(first).toMatchObject({ isNew: true });
    expect(await account(first.token)).toMatchObject({ nickname: "微信里的阿岚", weixinBound: true });
    const again = await authorize();
    if (again.kind !== "login") throw new Error(again.kind);
    expect((await account(again.token)).userId).toBe(first.userId);
    expect(again.token).not.toBe(first.token);
  });

  test("offers the WeChat picture to new members for a month, and to nobody else", async () => {
    const offered = async (token: string) => (await upstream.call(wechatPictureApi.get, {}, { token })).offered;
    const known = await member();
    await upstream.call(userApi.complete, { body: { nickname: "早就来了" } }, { token: known.token });
    wait(MINUTE);
    await register("o-demo-1", known.phone);
    expect(await offered(known.token)).toBe(false);
    const fresh = await register("o-demo-3");
    expect(await offered(fresh.token)).toBe(true);
    expect(await offered((await register("o-demo-2")).token)).toBe(false);
    await upstream.call(wechatPictureApi.take, {}, { token: fresh.token });
    expect((await account(fresh.token)).avatar).toContain("/oss/avatar/");
    const kept = () =>
      upstream.services.db.selectFrom("identities").select("picture").where("picture", "!=", "").execute();
    expect(await kept()).toEqual([]);
    await upstream.services.db.updateTable("identities").set({ picture: "https://a.example/a/0" }).execute();
    await forgetOffered(upstream.services);
    expect(await kept()).not.toEqual([]);
    wait(31 * 24 * 60 * MINUTE);
    await forgetOffered(upstream.services);
    expect(await kept()).toEqual([]);
  });

  test("binds to the member who already has the phone number", async () => {
    const known = await member();
    wait(MINUTE);
    expect((await register("o-demo-2", known.phone)).userId).toBe(known.userId);
    expect(await account(known.token)).toMatchObject({ weixinBound: true });
  });

  test("cleans up the name, and does not publish the picture", async () => {
    const { asked } = await register("o-demo-3");
    expect(asked).toMatchObject({ nickname: "在海边写代码的阿念🌊周一到周五都在线的那", avatar: "" });
  });

  test.each(["官方客服", "微信里的某某", "阿岚代开发票"])("does not make a new member %s", async (nickname) => {
    const taken = await member();
    await upstream
      .call(userApi.complete, { body: { nickname: "微信里的某某" } }, { token: taken.token })
      .catch(() => {});
    const call = { ...upstream.services, words: wordFilterOf("[reject]\n代开发票") } as unknown as Call;
    const { ticket } = await askForPhone(call, { subject: `o-${nickname}`, nickname, picture: "" });
    const phone = newPhone();
    const code = await sentCode(upstream, phone, "bind-weixin");
    const { token } = await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code, ticket } });
    expect((await account(token)).nickname).toMatch(/^新朋友\d{6}$/);
  });

  test("a handle works once, with its state, for five minutes", async () => {
    const { obj } = await exchange(await agreed());
    expect(await codeOf(read(obj, OTHER_STATE))).toBe("WECHAT_FAILED");
    expect(await codeOf(read(obj)), "a wrong guess uses it up").toBe("WECHAT_FAILED");
    const second = await exchange(await agreed());
    expect((await read(second.obj)).kind).toBe("phone-needed");
    expect(await codeOf(read(second.obj))).toBe("WECHAT_FAILED");
    const third = await exchange(await agreed());
    wait(5 * MINUTE);
    expect(await codeOf(read(third.obj))).toBe("WECHAT_FAILED");
  });

  test("a ticket works once, for half an hour, with a code for binding", async () => {
    const asked = await authorize();
    const ticket = asked.kind === "phone-needed" ? asked.ticket : "";
    const enter = async (purpose: "login" | "bind-weixin") => {
      wait(MINUTE);
      const phone = newPhone();
      const body = { phone, code: await sentCode(upstream, phone, purpose), ticket };
      return codeOf(upstream.call(userApi.loginOrRegisterByPhone, { body }));
    };
    expect(await enter("login")).toBe("SMS_CODE_WRONG");
    expect(await enter("bind-weixin")).toBe("SUCCESS");
    expect(await enter("bind-weixin")).toBe("WECHAT_FAILED");
    const late = await authorize("o-demo-2");
    wait(30 * MINUTE);
    const phone = newPhone();
    const body = {
      phone,
      code: await sentCode(upstream, phone, "bind-weixin"),
      ticket: late.kind === "phone-needed" ? late.ticket : "",
    };
    expect(await codeOf(upstream.call(userApi.loginOrRegisterByPhone, { body }))).toBe("WECHAT_FAILED");
  });
});

test("a WeChat account that is unbound after it agreed no longer logs in", async () => {
  const one = await register();
  const { obj } = await exchange(await agreed());
  await upstream.call(userApi.wechatUnbind, { body: { proof: await prove(one) } }, { token: one.token });
  expect(await codeOf(read(obj))).toBe("WECHAT_FAILED");
});

test("a number that has another WeChat account leaves the ticket for another number", async () => {
  const { phone: taken } = await register("o-demo-2");
  const asked = await authorize("o-demo-1");
  const ticket = asked.kind === "phone-needed" ? asked.ticket : "";
  const enter = async (phone: string) => {
    wait(MINUTE);
    const body = { phone, code: await sentCode(upstream, phone, "bind-weixin"), ticket };
    return codeOf(upstream.call(userApi.loginOrRegisterByPhone, { body }));
  };
  expect(await enter(taken)).toBe("CONFLICT");
  expect(await enter(newPhone())).toBe("SUCCESS");
});

describe("the code", () => {
  const failure = async (code: string) => {
    const shown = await read((await exchange(code)).obj);
    return shown.kind === "failed" ? shown.reason : shown.kind;
  };

  test("works once and for ten minutes", async () => {
    const code = await agreed();
    expect(await failure(code)).toBe("phone-needed");
    expect(await failure(code)).toBe("微信授权失败，请重试");
    const old = await agreed();
    wait(10 * MINUTE);
    expect(await failure(old)).toBe("微信授权失败，请重试");
    expect(await failure("made-up")).toBe("微信授权失败，请重试");
  });

  test.each(["error", "garbage", "lost", "-1", "40125", "45011"])(
    "%s at WeChat is reported and logs nobody in",
    async (fault) => {
      const { note } = upstream.services;
      upstream.services.note = () => {};
      const code = await agreed();
      await upstream.call(devApi.setFault, { body: { service: "wechat", fault } });
      expect(await failure(code)).toMatch(/^微信/);
      upstream.services.note = note;
    },
  );
});

describe("binding", () => {
  test("works in the account, by the callback or a code, and can be removed", async () => {
    const one = await member();
    const { token } = one;
    expect(await codeOf(exchange(await agreed(), { purpose: "bind" }))).toBe("NOT_LOGIN");
    const { obj } = await exchange(await agreed(), { purpose: "bind", token, proof: await prove(one) });
    expect(await read(obj)).toEqual({ kind: "bound" });
    expect(await account(token)).toMatchObject({ weixinBound: true });
    const unbound = upstream.call(userApi.wechatUnbind, { body: { proof: await prove(one) } }, { token });
    expect(await unbound).toMatchObject({ weixinBound: false });
    expect(await bind(one)).toMatchObject({ weixinBound: true });
  });

  test("requires the owner: binding and unbinding need a single-use proof of this session", async () => {
    const [one, other] = [await member(), await member()];
    const body = async (proof: string) => ({ body: { code: await agreed(), state: STATE, proof } });
    const tryBind = async (proof: string, { token } = one) =>
      codeOf(upstream.call(userApi.wechatBind, await body(proof), { token }));
    const proof = await prove(one);
    expect(await tryBind("made up")).toBe("FORBIDDEN");
    expect(await tryBind(proof, other)).toBe("FORBIDDEN");
    const { obj } = await exchange(await agreed(), { purpose: "bind", token: one.token });
    expect(await read(obj)).toEqual({ kind: "failed", reason: "确认已失效，请重新确认是你本人" });
    expect(await account(one.token)).toMatchObject({ weixinBound: false });
    expect(await tryBind(proof)).toBe("SUCCESS");
    const unbind = (given: string) =>
      codeOf(upstream.call(userApi.wechatUnbind, { body: { proof: given } }, { token: one.token }));
    expect(await unbind(proof)).toBe("FORBIDDEN");
    expect(await codeOf(upstream.call(userApi.wechatUnbind, { body: {} }, { token: one.token }))).toBe("FORBIDDEN");
    const old = await prove(one);
    wait(10 * MINUTE);
    expect(await unbind(old)).toBe("FORBIDDEN");
    expect(await unbind(await prove(one))).toBe("SUCCESS");
  });

  test("can also be proved by the password, whose guesses are counted; a wrong code proves nothing", async () => {
    const { token, userId } = await member();
    const prove = (body: { password?: string; code?: string }) =>
      codeOf(upstream.call(accountApi.prove, { body }, { token }));
    expect(await prove({})).toBe("SMS_CODE_WRONG");
    expect(await prove({ code: "000000" })).toBe("SMS_CODE_WRONG");
    const password_hash = await hashPassword("correct horse", 16);
    await upstream.services.db.updateTable("users").set({ password_hash }).where("id", "=", userId).execute();
    expect(await prove({})).toBe("INVALID_PARAMS");
    expect(await prove({ password: "correct horse" })).toBe("SUCCESS");
    for (let guess = 0; guess < 10; guess += 1)
      expect(await prove({ password: `wrong ${guess}` })).toBe("INVALID_PARAMS");
    const refused = upstream.call(accountApi.prove, { body: { password: "correct horse" } }, { token });
    // They are logged in; a code is offered where one can be sent.
    await expect(refused).rejects.toThrow(/RATE_LIMITED: 尝试次数过多，请稍后再试，或改用短信验证码$/);
  });

  test("ends other sessions on request, and notifies the owner", async () => {
    const one = await member();
    const messages = async () => {
      const { list } = await upstream.call(notificationApi.systemMessageList, { query: {} }, { token: one.token });
      return list.map(({ title }) => title).filter((title) => title.includes("微信"));
    };
    const elsewhere = await upstream.tokenOf(one.userId);
    const body = { code: await agreed(), state: STATE, proof: await prove(one, false) };
    await upstream.call(userApi.wechatBind, { body }, { token: one.token });
    expect(await codeOf(account(elsewhere))).toBe("SUCCESS");
    await upstream.call(userApi.wechatUnbind, { body: { proof: await prove(one) } }, { token: one.token });
    expect(await codeOf(account(elsewhere))).toBe("NOT_LOGIN");
    expect(await codeOf(account(one.token))).toBe("SUCCESS");
    expect(await messages()).toEqual(["你的账号解除了微信绑定", "你的账号绑定了微信"]);
    // An unchanged state is not notified.
    await upstream.call(userApi.wechatUnbind, { body: { proof: await prove(one) } }, { token: one.token });
    expect(await messages()).toHaveLength(2);
  });

  test("is refused for somebody else's WeChat account, or for a second one", async () => {
    const [first, second] = [await member(), await member()];
    await bind(first);
    expect(await codeOf(bind(second))).toBe("CONFLICT");
    expect(await codeOf(bind(first, "o-demo-2"))).toBe("CONFLICT");
    expect(await codeOf(bind(first))).toBe("SUCCESS");
    const proof = await prove(second);
    const { obj } = await exchange(await agreed("o-demo-1"), { purpose: "bind", token: second.token, proof });
    expect(await read(obj)).toEqual({ kind: "failed", reason: "这个微信已绑定其他账号" });
  });

  test("succeeds for one of many concurrent attempts for the same WeChat account", async () => {
    const members = [await member(), await member(), await member()];
    const proofs: string[] = [];
    for (const one of members) proofs.push(await prove(one));
    const codes = [await agreed(), await agreed(), await agreed()];
    const results = await Promise.all(
      members.map(({ token }, index) => {
        const body = { code: codes[index] ?? "", state: STATE, proof: proofs[index] ?? "" };
        return codeOf(upstream.call(userApi.wechatBind, { body }, { token }));
      }),
    );
    expect(results.sort()).toEqual(["CONFLICT", "CONFLICT", "SUCCESS"]);
  });

  test("can't be removed while it is the only way to log in", async () => {
    const one = await register();
    const proof = await prove(one);
    await upstream.services.db.updateTable("users").set({ phone: null }).where("id", "=", one.userId).execute();
    expect(await codeOf(upstream.call(userApi.wechatUnbind, { body: { proof } }, { token: one.token }))).toBe(
      "PHONE_REQUIRED",
    );
  });
});

test("without an application there is no WeChat login", async () => {
  const bare = await createTestUpstream({ config: { wechat: { kind: "off" } } });
  expect(await bare.call(wechatApi.authorization, { query: { state: STATE } })).toBeNull();
  const { obj } = await bare.call(wechatApi.exchange, { body: { code: "x", state: STATE } });
  expect(await bare.call(queryObjApi.get, { query: { state: STATE, obj } })).toMatchObject({ kind: "failed" });
  await bare.close();
});
