import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { accountApi } from "#app/contract/people/account";
import { ownSmsPurpose, smsApi } from "#app/contract/people/sms";
import { devApi } from "#app/contract/site/dev";
import { zhikuSmsApi } from "#app/contract/zhiku/sms";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { captchaPass, sentCode } from "#tests/upstream/support/sms-codes";

const MINUTE = 60_000;
const PHONE = "13812340000";
let upstream: TestUpstream;
let member: number;
let now = new Date("2026-03-01T08:00:00Z");
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  member = await upstream.addUser("林致远");
});
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  wait(48 * 60 * MINUTE);
});
afterAll(() => upstream.close());

const inbox = () => upstream.services.fakes?.sms.inbox() ?? [];
const send = async (phone: string, captchaVerification?: string, ip?: string) =>
  upstream.call(
    smsApi.code,
    { body: { phone, captchaVerification: captchaVerification ?? (await captchaPass(upstream)) } },
    ip === undefined ? {} : { ip },
  );
/** Addresses of as many networks as one asks for. */
const networks = () => {
  let last = 0;
  return () => `203.0.113.${++last}`;
};
const sendFrom = (ip: string) => send(PHONE, undefined, ip);
const fail = (fault: string | null) => upstream.call(devApi.setFault, { body: { service: "sms", fault } });
const verify = (code: string, phone = PHONE) => codeOf(upstream.call(zhikuSmsApi.verify, { body: { phone, code } }));
const verifyCode = () => sentCode(upstream, PHONE, "verify-phone", member);
const other = (code: string) => (code === "000000" ? "000001" : "000000");

describe("sending", () => {
  test("requires a captcha pass, which works once", async () => {
    expect(await codeOf(send(PHONE, "no-pass"))).toBe("CAPTCHA_REQUIRED");
    const pass = await captchaPass(upstream);
    expect(await send(PHONE, pass)).toEqual({ resendAfter: 60, expiresIn: 300 });
    wait(MINUTE);
    expect(await codeOf(send(PHONE, pass))).toBe("CAPTCHA_REQUIRED");
    expect(inbox()[0]).toMatchObject({ provider: "aliyun", phone: PHONE, code: expect.stringMatching(/^\d{6}$/) });
  });

  test("stores no code in plain text", async () => {
    await send(PHONE);
    const kept = JSON.stringify(await upstream.services.db.selectFrom("sms_codes").selectAll().execute());
    expect(kept).toContain(PHONE);
    expect(kept).not.toContain(inbox()[0]?.code);
  });

  test("is limited per number to one a minute, five an hour and ten a day, from all networks", async () => {
    const from = networks();
    for (let hour = 0; hour < 2; hour += 1) {
      for (let index = 0; index < 5; index += 1) {
        expect(await codeOf(sendFrom(from()))).toBe("SUCCESS");
        wait(MINUTE / 4);
        const refusal = index < 4 ? "验证码已发送，请 45 秒后再试" : "RATE_LIMITED";
        await expect(sendFrom(from())).rejects.toThrow(refusal);
        wait((MINUTE * 3) / 4);
      }
      if (hour === 0) await expect(sendFrom(from())).rejects.toThrow("请 55 分钟后再试，或使用密码登录");
      wait(60 * MINUTE);
    }
    await expect(sendFrom(from())).rejects.toThrow("这个号码获取验证码太频繁，请 22 小时后再试，或使用密码登录");
    wait(24 * 60 * MINUTE);
    expect(await codeOf(sendFrom(from()))).toBe("SUCCESS");
  });

  test("of one network, which enters a number of somebody else, leaves them some", async () => {
    const mine = networks();
    for (let day = 0; day < 2; day += 1) {
      for (let hour = 0; hour < 3; hour += 1) {
        const sent: string[] = [];
        for (let index = 0; index < 5; index += 1) {
          sent.push(await codeOf(sendFrom("198.51.100.9")));
          wait(MINUTE);
        }
        expect(sent.filter((one) => one === "SUCCESS")).toHaveLength(hour < 2 ? 3 : 0);
        if (hour < 2) expect(await codeOf(sendFrom(mine()))).toBe("SUCCESS");
        wait(60 * MINUTE);
      }
      wait(24 * 60 * MINUTE);
    }
  });

  test("to a member's own number, by their login, is not taken away by strangers who enter the number", async () => {
    const owner = await upstream.addUser("本人", `86${PHONE}`);
    const from = networks();
    for (let index = 0; index < 5; index += 1) {
      await sendFrom(from());
      wait(MINUTE);
    }
    expect(await codeOf(sendFrom(from()))).toBe("RATE_LIMITED");
    // The provider has limits of its own, of which strangers can't be told apart.
    (inbox() as unknown[]).length = 0;
    const own = async (purpose: z.output<typeof ownSmsPurpose>) =>
      codeOf(
        upstream.call(
          accountApi.smsCode,
          { body: { purpose, captchaVerification: await captchaPass(upstream) } },
          { as: owner },
        ),
      );
    for (const purpose of ownSmsPurpose.options) {
      expect(await own(purpose)).toBe("SUCCESS");
      expect(await own(purpose), "a minute has not passed").toBe("RATE_LIMITED");
      wait(MINUTE);
    }
    expect(await own("close-account"), "the sixth within an hour").toBe("RATE_LIMITED");
    await upstream.services.db.updateTable("users").set({ phone: null }).where("id", "=", owner).execute();
  });

  test("is limited to twenty an hour per address, over all numbers", async () => {
    const number = (index: number) => `139000000${String(index).padStart(2, "0")}`;
    for (let index = 0; index < 20; index += 1) expect(await codeOf(send(number(index)))).toBe("SUCCESS");
    expect(await codeOf(send(number(20)))).toBe("RATE_LIMITED");
    wait(60 * MINUTE);
    expect(await codeOf(send(number(20)))).toBe("SUCCESS");
  });

  test("is limited for the whole site by a budget, and its exhaustion is logged", async () => {
    const logged: string[] = [];
    const small = await createTestUpstream({ clock: () => now, config: { smsDailyBudget: 2 } });
    small.services.note = (event) => void logged.push(event);
    const one = async (phone: string) =>
      codeOf(small.call(smsApi.code, { body: { phone, captchaVerification: await captchaPass(small) } }));
    expect(await one("13900000001")).toBe("SUCCESS");
    expect(await one("13900000002")).toBe("SUCCESS");
    expect(logged).toEqual([]);
    const captchaVerification = await captchaPass(small);
    const third = small.call(smsApi.code, { body: { phone: "13900000003", captchaVerification } });
    await expect(third).rejects.toThrow("短信服务暂时不可用，请稍后再试，或使用密码登录");
    expect(logged).toEqual(["sms_budget_spent"]);
    wait(24 * 60 * MINUTE);
    expect(await one("13900000003")).toBe("SUCCESS");
    await small.close();
  });

  test("to change a member's number requires a login", async () => {
    const body = { phone: PHONE, purpose: "change-phone" as const, captchaVerification: await captchaPass(upstream) };
    expect(await codeOf(upstream.call(smsApi.code, { body }))).toBe("NOT_LOGIN");
    expect(await codeOf(upstream.call(smsApi.code, { body }, { as: member }))).toBe("SUCCESS");
  });
});

describe("a code", () => {
  test("works once", async () => {
    const code = await verifyCode();
    expect(await verify(code)).toBe("SUCCESS");
    expect(await verify(code)).toBe("SMS_CODE_WRONG");
  });

  test("works for only one of many concurrent attempts", async () => {
    const code = await verifyCode();
    const codes = await Promise.all([verify(code), verify(code), verify(code)]);
    expect(codes.filter((one) => one === "SUCCESS")).toHaveLength(1);
  });

  test.each([
    [4, "SUCCESS"],
    [5, "SMS_CODE_WRONG"],
  ])("after %d wrong guesses is: %s", async (guesses, result) => {
    const code = await verifyCode();
    for (let index = 0; index < guesses; index += 1) expect(await verify(other(code))).toBe("SMS_CODE_WRONG");
    expect(await verify(code)).toBe(result);
  });

  test("is not lost by the guesses of strangers; there are five for each at home, five elsewhere, and there twenty-five a day", async () => {
    const from = networks();
    const at = (ip: string, code: string) =>
      codeOf(upstream.call(zhikuSmsApi.verify, { body: { phone: PHONE, code } }, { ip }));
    const request = async (ip: string) => {
      const body = { phone: PHONE, purpose: "verify-phone" as const, captchaVerification: await captchaPass(upstream) };
      await upstream.call(smsApi.code, { body }, { as: member, ip });
      return inbox()[0]?.code ?? "";
    };
    const guesses = async (count: number, ip: () => string, code: string) => {
      for (let index = 0; index < count; index += 1) expect(await at(ip(), other(code))).toBe("SMS_CODE_WRONG");
    };
    const code = await request("192.0.2.1");
    await guesses(20, from, code);
    expect(await at(from(), code), "a sixth guess elsewhere").toBe("SMS_CODE_WRONG");
    await guesses(4, () => "192.0.2.1", code);
    expect(await at("192.0.2.1", code)).toBe("SUCCESS");

    // Five elsewhere have been counted, so those of four codes are left.
    for (let codes = 0; codes < 4; codes += 1) {
      wait(61 * MINUTE);
      const home = from();
      const next = await request(home);
      await guesses(5, from, next);
      await guesses(5, () => home, next);
    }
    wait(61 * MINUTE);
    const last = await request("192.0.2.1");
    expect(await at(from(), last), "the twenty-sixth attempt elsewhere").toBe("RATE_LIMITED");
    expect(await at("192.0.2.1", last), "at home").toBe("SUCCESS");
  });

  test.each([
    [5 * MINUTE - 1, "SUCCESS"],
    [5 * MINUTE, "SMS_CODE_WRONG"],
  ])("after %d ms is: %s", async (age, result) => {
    const code = await verifyCode();
    wait(age);
    expect(await verify(code)).toBe(result);
  });

  test("is valid for its number and purpose, and replaced by a newer one", async () => {
    const code = await verifyCode();
    expect(await verify(code, "13812340001")).toBe("SMS_CODE_WRONG");
    wait(MINUTE);
    const login = await sentCode(upstream, PHONE, "login");
    expect(await verify(login)).toBe(login === code ? "SUCCESS" : "SMS_CODE_WRONG");
    wait(MINUTE);
    const newer = await verifyCode();
    if (newer !== code) expect(await verify(code)).toBe("SMS_CODE_WRONG");
    expect(await verify(newer)).toBe("SUCCESS");
  });

  test("can't be guessed without limit from one address", async () => {
    for (let index = 0; index < 60; index += 1) expect(await verify("123456")).toBe("SMS_CODE_WRONG");
    expect(await verify("123456")).toBe("RATE_LIMITED");
  });
});

describe("when the provider fails", () => {
  test.each([
    ["isv.BUSINESS_LIMIT_CONTROL", "RATE_LIMITED", true],
    ["isv.MOBILE_NUMBER_ILLEGAL", "INVALID_PARAMS", false],
    ["isv.OUT_OF_SERVICE", "SMS_FAILED", false],
    ["error", "SMS_FAILED", true],
    ["garbage", "SMS_FAILED", true],
    ["lost", "SMS_FAILED", true],
  ])("%s is %s; counted as sent: %s", async (fault, result, counted) => {
    upstream.services.note = () => {};
    await fail(fault);
    expect(await upstream.call(devApi.faults, {})).toMatchObject({ sms: fault });
    expect(await codeOf(send(PHONE))).toBe(result);
    await fail(null);
    expect(await codeOf(send(PHONE))).toBe(counted ? "RATE_LIMITED" : "SUCCESS");
  });

  test("a code that arrived although the provider's reply was lost is valid", async () => {
    await fail("lost");
    const body = { phone: PHONE, purpose: "verify-phone" as const, captchaVerification: await captchaPass(upstream) };
    expect(await codeOf(upstream.call(smsApi.code, { body }, { as: member }))).toBe("SMS_FAILED");
    await fail(null);
    expect(await verify(inbox()[0]?.code ?? "")).toBe("SUCCESS");
  });
});

describe("outside the demo", () => {
  test("has no inbox, no readable codes, and no faults to inject", async () => {
    const real = await createTestUpstream({
      config: { mode: "production", sms: { kind: "off" }, secretKey: "k".repeat(32) },
    });
    expect(real.services.fakes).toBeNull();
    const calls = [
      real.call(smsApi.codeTest, { query: { phone: PHONE } }),
      real.call(zhikuSmsApi.codeTest, { body: { phone: PHONE } }),
      real.call(devApi.inbox, {}),
      real.call(devApi.faults, {}),
      real.call(devApi.setFault, { body: { service: "sms", fault: "lost" } }),
      real.call(devApi.wechatPage, { query: {} }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => "NOT_FOUND"));
    const body = { phone: PHONE, captchaVerification: await captchaPass(real) };
    expect(await codeOf(real.call(smsApi.code, { body }))).toBe("SMS_FAILED");
    await real.close();
  });
});

test("the demo shows the newest code of a number, and its inbox", async () => {
  const code = await sentCode(upstream, PHONE, "login");
  expect(await upstream.call(smsApi.codeTest, { query: { phone: PHONE } })).toEqual({ code });
  expect(await upstream.call(zhikuSmsApi.codeTest, { body: { phone: PHONE } })).toEqual({ code });
  expect(await upstream.call(smsApi.codeTest, { query: { phone: "13999999999" } })).toEqual({ code: null });
  const [message] = await upstream.call(devApi.inbox, {});
  expect(message).toMatchObject({
    phone: PHONE,
    code,
    text: `【社区】验证码 ${code}，5 分钟内有效。如非本人操作，请忽略。`,
  });
});
