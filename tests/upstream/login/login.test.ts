import { createHook } from "node:async_hooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { accountApi } from "#app/contract/people/account";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { captchaPass, sentCode } from "#tests/upstream/support/sms-codes";
import { hashToken } from "#upstream/db/token-hash";
import { compareWithNobody, shareOfOld } from "#upstream/modules/user/password";
import { LIMITS } from "#upstream/policy/limits";
import { isCommonPassword } from "#upstream/services/password/common-passwords";
import { hashOfNobody, hashPassword, PASSWORD_MEMORY, verifyPassword } from "#upstream/services/password/hash-password";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Hash of `correct horse` in the format before Argon2id, with less work. */
const OLD_HASH = "scrypt$10$Rkdl4THQLdJqffSO0y53NA$MQm504IXO27mzw0Du-tu5cdCPMf86mI0ZANPC2-mnYQ";
const PASSWORD = "清晨的雾 correct horse";
let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
let numbers = 0;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const newPhone = () => `138${String(++numbers).padStart(8, "0")}`;
const login = async (phone: string) => {
  wait(2 * DAY);
  return upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code: await sentCode(upstream, phone) } });
};
const account = (token: string) => upstream.call(userApi.tokenQueryClientUser, {}, { token });
const byPassword = (phone: string, password: string, ip?: string) =>
  upstream.call(userApi.login, { body: { phone, password } }, { ip });
/** A registered member with a password. */
async function member() {
  const phone = newPhone();
  const { token, userId } = await login(phone);
  await upstream.call(
    userApi.complete,
    { body: { nickname: `周以宁${phone.slice(-4)}`, password: PASSWORD } },
    { token },
  );
  return { phone, token, userId };
}

/** Hash functions used during a task, one by one. */
async function hashesDuring(task: () => Promise<unknown>): Promise<string[]> {
  const hashes: string[] = [];
  const hook = createHook({
    init(_, type) {
      // A native module's work in the thread pool has no name.
      if (type === "SCRYPTREQUEST") hashes.push("scrypt");
      else if (type === "undefined") hashes.push("argon2id");
    },
  }).enable();
  await task();
  hook.disable();
  return hashes;
}

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(() => upstream.services.db.deleteFrom("rate_limits").execute());
afterAll(() => upstream.close());

describe("by code", () => {
  test("registers a new member under a generated name, and logs in a known one", async () => {
    const phone = newPhone();
    const first = await login(phone);
    expect(first).toMatchObject({ isNew: true, token: expect.stringMatching(/^[\w-]{43}$/) });
    const shown = await account(first.token);
    expect(shown).toMatchObject({ phone: `${phone.slice(0, 3)}****${phone.slice(-4)}`, registrationPending: true });
    expect(shown.nickname).toMatch(/^新朋友\d{6}$/);
    expect(shown.nickname).not.toContain(phone.slice(-4));
    const second = await login(phone);
    expect(second).toMatchObject({ isNew: true, userId: first.userId });
    await upstream.call(userApi.complete, { body: { nickname: "韩墨" } }, { token: second.token });
    expect(await login(phone)).toMatchObject({ isNew: false, userId: first.userId });
    expect(await account(second.token)).toMatchObject({
      nickname: "韩墨",
      hasPassword: false,
      registrationPending: false,
    });
  });

  test("refuses a wrong code, and a code for another number or purpose", async () => {
    const phone = newPhone();
    const code = await sentCode(upstream, phone);
    const enter = (given: string, number = phone) =>
      codeOf(upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: number, code: given } }));
    expect(await enter(code === "111111" ? "222222" : "111111")).toBe("SMS_CODE_WRONG");
    expect(await enter(code, newPhone())).toBe("SMS_CODE_WRONG");
    expect(await enter(code)).toBe("SUCCESS");
    expect(await enter(code)).toBe("SMS_CODE_WRONG");
    wait(MINUTE);
    const bind = await sentCode(upstream, phone, "bind-weixin");
    if (bind !== code) expect(await enter(bind)).toBe("SMS_CODE_WRONG");
  });

  test("accepts numbers in every usual notation", async () => {
    const phone = newPhone();
    const code = await sentCode(upstream, phone);
    const typed = `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`;
    const { userId } = await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: typed, code } });
    expect((await login(phone)).userId).toBe(userId);
  });
});

describe("completing a registration", () => {
  test("works once", async () => {
    const { token } = await member();
    const again = upstream.call(userApi.complete, { body: { nickname: "别的名字" } }, { token });
    expect(await codeOf(again)).toBe("CONFLICT");
  });

  test.each([
    ["\u200b\u202e ", "nickname"],
    ["名".repeat(21), "nickname"],
  ])("refuses the name %j", async (nickname) => {
    const { token } = await login(newPhone());
    const refused = upstream.call(userApi.complete, { body: { nickname } }, { token });
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { nickname: expect.any(String) } },
    });
  });

  test("takes a first password only soon after a login, and never another one", async () => {
    const phone = newPhone();
    const { token } = await login(phone);
    const complete = (password?: string) =>
      upstream
        .call(userApi.complete, { body: { nickname: "乙", password } }, { token })
        .catch(({ data }) => data.fields);
    await upstream.services.db
      .updateTable("users")
      .set({ password_hash: "one" })
      .where("phone", "=", `86${phone}`)
      .execute();
    expect(await complete(PASSWORD)).toEqual({ password: expect.stringContaining("已经设过密码") });
    await upstream.services.db
      .updateTable("users")
      .set({ password_hash: null })
      .where("phone", "=", `86${phone}`)
      .execute();
    wait(11 * MINUTE);
    expect(await complete(PASSWORD)).toEqual({ password: expect.stringContaining("为了安全") });
    expect(await complete()).toMatchObject({ nickname: "乙", hasPassword: false, registrationPending: false });
  });

  test("refuses common and short passwords, and the member's own phone number", async () => {
    const phone = newPhone();
    const { token } = await login(phone);
    for (const password of ["1234567", "password", "Password123", "qwertyuiop", "aaaaaaaaaa", `my${phone}`]) {
      const refused = upstream.call(userApi.complete, { body: { nickname: "甲", password } }, { token });
      await expect(refused).rejects.toMatchObject({ data: { fields: { password: expect.any(String) } } });
    }
    expect(
      await codeOf(upstream.call(userApi.complete, { body: { nickname: "甲", password: PASSWORD } }, { token })),
    ).toBe("SUCCESS");
  });
});

describe("by password", () => {
  test("gives a new session and ends the one with which it was requested", async () => {
    const { phone, token, userId } = await member();
    const fresh = await upstream.call(userApi.login, { body: { phone, password: PASSWORD } }, { token });
    expect(fresh).toMatchObject({ userId, isNew: false });
    expect(fresh.token).not.toBe(token);
    expect(await codeOf(account(token))).toBe("NOT_LOGIN");
    expect(await codeOf(account(fresh.token))).toBe("SUCCESS");
  });

  test("does not reveal who has an account: the reply and the work are the same", async () => {
    const { phone } = await member();
    const bare = newPhone();
    await login(bare);
    for (const number of [phone, bare, newPhone()]) {
      const hashes = await hashesDuring(async () => {
        const { code, message, data } = await byPassword(number, "not the password").then(
          () => Promise.reject(new Error("logged in")),
          (refused: { code: string; message: string; data: unknown }) => refused,
        );
        expect({ code, message, data }).toEqual({
          code: "LOGIN_FAILED",
          message: "LOGIN_FAILED: 手机号或密码错误",
          data: null,
        });
      });
      // The slow part: a password is hashed, whoever is meant.
      expect(hashes).toEqual(["argon2id"]);
    }
  });

  test("requesting a code does not reveal it either", async () => {
    const { phone } = await member();
    wait(2 * DAY);
    const send = async (number: string) =>
      upstream.call(smsApi.code, { body: { phone: number, captchaVerification: await captchaPass(upstream) } });
    expect(await send(phone)).toEqual(await send(newPhone()));
  });

  test("ten attempts in a quarter of an hour for a number from one network, known or not, then none", async () => {
    const { phone } = await member();
    const [guesser, stranger] = ["192.0.2.50", newPhone()];
    const wrong = (number: string, index: number) => codeOf(byPassword(number, `wrong ${index}`, guesser));
    const { max, window } = LIMITS.loginAccount;
    for (let index = 0; index < max; index += 1) {
      expect(await wrong(phone, index)).toBe("LOGIN_FAILED");
      expect(await wrong(stranger, index)).toBe("LOGIN_FAILED");
    }
    const told = "RATE_LIMITED: 尝试次数过多，请稍后再试";
    await expect(byPassword(phone, PASSWORD, guesser)).rejects.toThrow(`${told}，或改用短信验证码登录`);
    expect(await wrong(stranger, 99)).toBe("RATE_LIMITED");
    const { sms } = upstream.services;
    upstream.services.sms = null;
    await expect(byPassword(phone, PASSWORD, guesser)).rejects.toThrow(new RegExp(`${told}$`));
    upstream.services.sms = sms;
    expect(await codeOf(byPassword(phone, PASSWORD, "198.51.100.1")), "from elsewhere").toBe("SUCCESS");
    wait(window);
    expect(await codeOf(byPassword(phone, PASSWORD, guesser))).toBe("SUCCESS");
  });

  test("many networks together have two hundred attempts a day, none of which are those of the owner's own", async () => {
    const [{ phone, token }, stranger] = [await member(), newPhone()];
    const home = "198.51.100.7";
    expect(await codeOf(byPassword(phone, PASSWORD, home))).toBe("SUCCESS");
    await upstream.services.db.deleteFrom("rate_limits").execute();
    const share = LIMITS.loginNetworkDay.max;
    let tries = 0;
    for (let network = 0; tries < LIMITS.loginOthersDay.max; network += 1) {
      for (let n = 0; n < share; n += 1, tries += 1) {
        if (n === LIMITS.loginAccount.max) wait(LIMITS.loginAccount.window);
        const from = `203.0.${network}.7`;
        expect(await codeOf(byPassword(phone, "wrong wrong", from))).toBe("LOGIN_FAILED");
        expect(await codeOf(byPassword(stranger, "wrong wrong", from))).toBe("LOGIN_FAILED");
      }
      wait(LIMITS.loginAccount.window);
      expect(await codeOf(byPassword(phone, PASSWORD, `203.0.${network}.8`)), "its share").toBe("RATE_LIMITED");
    }
    const events = vi.spyOn(upstream.services, "noteSecurity");
    for (const number of [phone, stranger]) {
      expect(await codeOf(byPassword(number, PASSWORD, "203.0.113.200"))).toBe("RATE_LIMITED");
    }
    const locked = { limit: "loginOthersDay", call: "POST /api/user/login" };
    expect(events.mock.calls).toMatchObject([1, 2].map(() => ["login_locked", locked]));
    events.mockRestore();
    expect(await codeOf(byPassword(phone, PASSWORD, home)), "where it is logged in").toBe("SUCCESS");
    expect(
      await codeOf(
        upstream.call(accountApi.prove, { body: { password: PASSWORD, endOtherSessions: false } }, { token }),
      ),
    ).toBe("SUCCESS");
    wait(DAY);
    expect(await codeOf(byPassword(phone, PASSWORD, "203.0.113.200"))).toBe("SUCCESS");
  });

  test("the /64s of one /48 have one share of a day, and so has a network that the owner is logged in from", async () => {
    const [{ phone }, stranger] = [await member(), newPhone()];
    const home = "2001:db8:1:1::7";
    expect(await codeOf(byPassword(phone, PASSWORD, home))).toBe("SUCCESS");
    const share = LIMITS.loginNetworkDay.max;
    for (const [at, number] of [phone, stranger].entries()) {
      for (let n = 0; n < share; n += 1) {
        expect(await codeOf(byPassword(number, "wrong wrong", `2001:db8:9:${at}${n}::7`))).toBe("LOGIN_FAILED");
      }
      expect(await codeOf(byPassword(number, PASSWORD, "2001:db8:9:ff::7"))).toBe("RATE_LIMITED");
    }
    // Otherwise it would tell who is logged in there.
    for (const number of [phone, stranger]) {
      for (let n = 0; n < share; n += 1) {
        if (n === LIMITS.loginAccount.max) wait(LIMITS.loginAccount.window);
        expect(await codeOf(byPassword(number, "wrong wrong", home))).toBe("LOGIN_FAILED");
      }
      wait(LIMITS.loginAccount.window);
      expect(await codeOf(byPassword(number, "wrong wrong", home))).toBe("RATE_LIMITED");
    }
  });

  test("a session's network is the one that it was used from within the hour", async () => {
    const { phone, token } = await member();
    const usedFrom = (ip?: string) => upstream.call(userApi.tokenQueryClientUser, {}, { token, ip });
    const rows = Array.from({ length: LIMITS.loginOthersDay.max }, () => now.getTime() + HOUR);
    wait(HOUR);
    await usedFrom("198.18.5.7");
    wait(HOUR);
    await usedFrom();
    await upstream.services.db
      .insertInto("rate_limits")
      .values({
        key: `loginOthersDay:${phone}`,
        hits: rows.length,
        used_at: JSON.stringify(rows),
        ends_at: new Date(now.getTime() + DAY).toISOString(),
      })
      .execute();
    expect(await codeOf(byPassword(phone, PASSWORD, "198.18.6.7"))).toBe("RATE_LIMITED");
    expect(await codeOf(byPassword(phone, PASSWORD, "198.18.5.8"))).toBe("SUCCESS");
  });

  test("thirty attempts per address over all numbers; a success resets the number's count", async () => {
    const { max } = LIMITS.loginAddress;
    const one = { limit: "loginAddress", subject: "192.0.2.77" };
    await upstream.services.db
      .insertInto("rate_limits")
      .values({
        key: `${one.limit}:${one.subject}`,
        hits: max - 1,
        used_at: JSON.stringify(Array.from({ length: max - 1 }, () => now.getTime())),
        ends_at: new Date(now.getTime() + MINUTE).toISOString(),
      })
      .execute();
    expect(await codeOf(byPassword(newPhone(), "wrong wrong", one.subject))).toBe("LOGIN_FAILED");
    expect(await codeOf(byPassword(newPhone(), "wrong wrong", one.subject))).toBe("RATE_LIMITED");
    expect(await codeOf(byPassword(newPhone(), "wrong wrong", "192.0.2.78"))).toBe("LOGIN_FAILED");
    const { phone } = await member();
    expect(await codeOf(byPassword(phone, "wrong wrong"))).toBe("LOGIN_FAILED");
    expect(await codeOf(byPassword(phone, PASSWORD))).toBe("SUCCESS");
    const kept = await upstream.services.db.selectFrom("rate_limits").select("key").execute();
    expect(kept.filter(({ key }) => key.startsWith("login") && key.includes(phone))).toEqual([]);
  });
});

describe("changing the password", () => {
  const change = (token: string, body: { oldPassword?: string; code?: string; newPassword: string }) =>
    upstream.call(userApi.updatePwd, { body }, { token });

  test("requires the old one, and ends every other session", async () => {
    const { phone, token } = await member();
    const { token: other } = await byPassword(phone, PASSWORD);
    const refused = change(token, { oldPassword: "not it", newPassword: "a newer passphrase" });
    await expect(refused).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { oldPassword: "原密码不正确" } },
    });
    expect(await codeOf(change(token, { newPassword: "a newer passphrase" }))).toBe("INVALID_PARAMS");
    await change(token, { oldPassword: PASSWORD, newPassword: "a newer passphrase" });
    expect(await codeOf(account(token))).toBe("SUCCESS");
    expect(await codeOf(account(other))).toBe("NOT_LOGIN");
    expect(await codeOf(byPassword(phone, PASSWORD))).toBe("LOGIN_FAILED");
    expect(await codeOf(byPassword(phone, "a newer passphrase"))).toBe("SUCCESS");
  });

  test("ends a concurrent login by the old password, and a concurrent second change", async () => {
    const { phone, token } = await member();
    const { token: other } = await byPassword(phone, PASSWORD);
    const changed = [token, other].map((one) =>
      codeOf(change(one, { oldPassword: PASSWORD, newPassword: `${one.slice(0, 8)} passphrase` })),
    );
    const tokens: string[] = [];
    // In sequence, so that one of them compares while the change is written.
    for (;;) {
      const login = await byPassword(phone, PASSWORD).catch(() => null);
      if (!login) break;
      tokens.push(login.token);
    }
    expect.soft((await Promise.all(changed)).filter((code) => code === "SUCCESS")).toHaveLength(1);
    for (const one of tokens) expect.soft(await codeOf(account(one))).toBe("NOT_LOGIN");
  });

  test("or requires a code, also if there was no password before", async () => {
    const phone = newPhone();
    const { token, userId } = await login(phone);
    expect(await codeOf(change(token, { newPassword: PASSWORD }))).toBe("SMS_CODE_WRONG");
    expect(await codeOf(change(token, { code: "000000", newPassword: PASSWORD }))).toBe("SMS_CODE_WRONG");
    wait(MINUTE);
    const code = await sentCode(upstream, phone, "change-password", userId);
    await expect(change(token, { code, newPassword: "12345678" })).rejects.toMatchObject({
      data: { fields: { newPassword: expect.any(String) } },
    });
    await change(token, { code, newPassword: PASSWORD });
    expect(await codeOf(byPassword(phone, PASSWORD))).toBe("SUCCESS");
  });
});

describe("a session", () => {
  test("ends with the logout", async () => {
    const { token } = await login(newPhone());
    await upstream.call(userApi.logout, {}, { token });
    expect(await codeOf(account(token))).toBe("NOT_LOGIN");
  });

  test("ends after 30 days without use; its last use is recorded to the hour", async () => {
    const { token } = await login(newPhone());
    const row = () =>
      upstream.services.db
        .selectFrom("sessions")
        .select("last_seen_at")
        .where("token_hash", "=", hashToken(token))
        .executeTakeFirstOrThrow();
    wait(60 * MINUTE - 1);
    await account(token);
    expect((await row()).last_seen_at).toBe("");
    wait(1);
    await account(token);
    expect((await row()).last_seen_at).toBe(now.toISOString());
    wait(30 * DAY - 1);
    expect(await codeOf(account(token))).toBe("SUCCESS");
    wait(30 * DAY);
    expect(await codeOf(account(token))).toBe("NOT_LOGIN");
  });

  test("is one of at most twenty per member", async () => {
    const phone = newPhone();
    const tokens: string[] = [];
    for (let index = 0; index < 21; index += 1) {
      tokens.push((await login(phone)).token);
      wait(-2 * DAY + 6 * MINUTE);
    }
    expect(await codeOf(account(tokens[0] ?? ""))).toBe("NOT_LOGIN");
    expect(await codeOf(account(tokens[1] ?? ""))).toBe("SUCCESS");
  });
});

describe("passwords", () => {
  test("are hashed with Argon2id (19 MiB, two passes, salted), completely and independent of Unicode composition", async () => {
    const long = `${"长".repeat(60)}é`;
    const hash = await hashPassword(long, PASSWORD_MEMORY);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hashPassword(long, PASSWORD_MEMORY)).not.toBe(hash);
    expect(await verifyPassword(`${"长".repeat(60)}e\u0301`, hash)).toBe(true);
    expect(await verifyPassword(`${"长".repeat(60)}e`, hash)).toBe(false);
    for (const junk of ["junk", "", "$argon2id$", "scrypt$", "scrypt$10$$"])
      expect(await verifyPassword(long, junk)).toBe(false);
  });

  test("of accounts without one take the same work and are never correct", async () => {
    for (const scheme of ["new", "old"] as const) {
      const nobody = hashOfNobody(PASSWORD_MEMORY, scheme);
      const own = scheme === "new" ? await hashPassword("x", PASSWORD_MEMORY) : OLD_HASH;
      const parameters = (hash: string) => hash.split("$").slice(0, -2);
      expect(parameters(nobody)).toEqual(parameters(own.replace("scrypt$10", "scrypt$17")));
      expect(nobody).toHaveLength(own.length);
      expect(await verifyPassword("x", nobody)).toBe(false);
    }
  });

  test("hashed with scrypt are rehashed at the next successful login, not at a failed one", async () => {
    const { phone, userId } = await member();
    const { db } = upstream.services;
    const stored = () =>
      db.selectFrom("users").select("password_hash").where("id", "=", userId).executeTakeFirstOrThrow();
    await db.updateTable("users").set({ password_hash: OLD_HASH }).where("id", "=", userId).execute();
    expect(await codeOf(byPassword(phone, "not the password"))).toBe("LOGIN_FAILED");
    expect((await stored()).password_hash).toBe(OLD_HASH);
    expect(await codeOf(byPassword(phone, "correct horse"))).toBe("SUCCESS");
    const { password_hash } = await stored();
    expect(password_hash).toMatch(/^\$argon2id\$/);
    expect(await codeOf(byPassword(phone, "correct horse"))).toBe("SUCCESS");
    expect((await stored()).password_hash).toBe(password_hash);
  });

  test("of unknown numbers take scrypt's work as often as known ones, each number consistently", async () => {
    const { db } = upstream.services;
    await db.updateTable("users").set({ password_hash: null }).where("password_hash", "is not", null).execute();
    for (const hash of [OLD_HASH, await hashPassword("x", 16)]) {
      const id = await upstream.addUser(`旧密码${hash.length}`, newPhone());
      await db.updateTable("users").set({ password_hash: hash }).where("id", "=", id).execute();
    }
    wait(2 * HOUR);
    const share = await shareOfOld(upstream.services);
    expect(share).toBe(0.5);
    const strangers = Array.from({ length: 12 }, () => newPhone());
    const schemes = async () => {
      const kinds: string[] = [];
      for (const phone of strangers)
        kinds.push(...(await hashesDuring(() => compareWithNobody(upstream.services, share, phone, "x"))));
      return kinds;
    };
    const first = await schemes();
    expect(first).toHaveLength(strangers.length);
    expect(await schemes()).toEqual(first);
    // One in two thousand times all twelve are equal.
    expect(new Set(first).size).toBe(2);
  });

  test.each(["password", "PASSWORD1!", "12345678", "87654321", "qwerasdf", "abcd1234", "11111111", "iloveyou2024"])(
    "%s is refused as common",
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  test.each(["清晨的雾在湖面上", "correct horse battery", "k7#mPq2!vz", "shuxia-de-maomi"])(
    "%s is accepted",
    (password) => expect(isCommonPassword(password)).toBe(false),
  );
});
