import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi } from "#app/contract/admin/system/console";
import { staffApi } from "#app/contract/admin/system/staff";
import { MINUTE } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

let now: Date;
let upstream: TestUpstream;

beforeEach(async () => {
  now = new Date("2026-11-20T08:00:00.000Z");
  const config = { mode: "production" as const, secretKey: "k".repeat(43), sms: { kind: "off" as const } };
  upstream = await createTestUpstream({ clock: () => now, config });
});
afterEach(() => upstream.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
const codeIn = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
const verify = (token: string, code: string) => codeOf(upstream.call(consoleApi.verify, { body: { code } }, { token }));
const me = (token: string) => upstream.call(consoleApi.me, {}, { token });

/** A staff member with an authenticator app, whose session has entered the console with it. */
async function enrolled() {
  const userId = await addStaff(upstream, "editor");
  const token = await upstream.tokenOf(userId);
  const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
  const body = { code: codeIn(secret) };
  const { recoveryCodes } = await upstream.call(consoleApi.confirmFactor, { body }, { token });
  return { userId, token, secret, recoveryCodes };
}

/** Puts a new authenticator app in the place of the caller's. */
async function replace(token: string) {
  const { secret } = await upstream.call(consoleApi.replaceFactor, {}, { token });
  const body = { code: codeIn(secret) };
  return { secret, ...(await upstream.call(consoleApi.confirmNewFactor, { body }, { token })) };
}

/** What somebody is told when they have set up a second factor. */
const SET_UP = "你设置了进后台的第二步验证";

/** Titles of what somebody was notified of. */
async function toldOf(userId: number): Promise<string[]> {
  const { db } = upstream.services;
  const rows = await db.selectFrom("news").select("title").where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(({ title }) => title ?? "");
}

/** Security events that are logged from now on. */
function securityEvents(): object[] {
  const events: object[] = [];
  upstream.services.noteSecurity = (event, fields) => void events.push({ event, ...fields });
  return events;
}

const useOtherKey = () => {
  upstream.services.config = { ...upstream.services.config, secretKey: "o".repeat(43) };
};

describe("a lost authenticator app", () => {
  test("is replaced after entering with the last recovery code, by somebody without a password", async () => {
    const { userId, token, secret, recoveryCodes } = await enrolled();
    for (const code of recoveryCodes.slice(1)) {
      expect(await verify(await upstream.tokenOf(userId), code)).toBe("SUCCESS");
      later(10);
    }
    const fresh = await upstream.tokenOf(userId);
    const [last = ""] = recoveryCodes;
    expect(await upstream.call(consoleApi.verify, { body: { code: last } }, { token: fresh })).toEqual({
      recoveryCodesLeft: 0,
    });
    expect(await me(fresh)).toMatchObject({ recoveryCodes: 0, factor: "confirmed" });
    const next = await replace(fresh);
    expect(next.recoveryCodes).toHaveLength(10);
    expect(await me(fresh)).toMatchObject({ recoveryCodes: 10, verified: true });

    later(10);
    const third = await upstream.tokenOf(userId);
    expect(await verify(third, codeIn(secret)), "the lost app's code").toBe("INVALID_PARAMS");
    expect(await verify(third, codeIn(next.secret))).toBe("SUCCESS");
    expect(await verify(third, next.recoveryCodes[0] ?? "")).toBe("SUCCESS");
    expect((await me(token)).verified, "a session of the lost phone").toBe(false);
    expect(await toldOf(userId)).toEqual([SET_UP, "你进后台的验证器换了一个，恢复码也换了"]);
  });

  test("works until the new one's first code was correct", async () => {
    const { userId, secret, recoveryCodes } = await enrolled();
    const token = await staffToken(upstream, userId);
    const next = await upstream.call(consoleApi.replaceFactor, {}, { token });
    expect(next.secret).not.toBe(secret);
    expect(await upstream.call(consoleApi.replaceFactor, {}, { token }), "after a reload").toEqual(next);
    later(1);
    const confirm = (code: string) => codeOf(upstream.call(consoleApi.confirmNewFactor, { body: { code } }, { token }));
    expect(await confirm("000000")).toBe("INVALID_PARAMS");
    expect(await confirm(codeIn(secret))).toBe("INVALID_PARAMS");
    expect(await verify(token, codeIn(secret))).toBe("SUCCESS");
    expect(await verify(token, recoveryCodes[0] ?? "")).toBe("SUCCESS");
    const [row] = await upstream.services.db.selectFrom("second_factors").select("next_secret").execute();
    expect(row?.next_secret).not.toContain(next.secret);
    later(14.5);
    expect(await confirm(codeIn(next.secret)), "shown too long ago").toBe("INVALID_PARAMS");
    const another = await upstream.call(consoleApi.replaceFactor, {}, { token });
    expect(another.secret).not.toBe(next.secret);
    expect(await confirm(codeIn(another.secret))).toBe("SUCCESS");
    expect(await confirm(codeIn(another.secret)), "confirmed twice").toBe("INVALID_PARAMS");
  });

  test("gets one successor from two windows", async () => {
    const { userId } = await enrolled();
    const token = await staffToken(upstream, userId);
    const begin = () => upstream.call(consoleApi.replaceFactor, {}, { token });
    const [one, two] = await Promise.all([begin(), begin()]);
    expect(one).toEqual(two);
  });

  test("is replaced only in a session that was verified, and proven again", async () => {
    const { userId, token } = await enrolled();
    const calls = [consoleApi.replaceFactor, consoleApi.renewRecoveryCodes];
    for (const call of calls) {
      expect(await codeOf(upstream.call(call, {}, { token }))).toBe("SUDO_REQUIRED");
      const other = await upstream.tokenOf(userId);
      expect(await codeOf(upstream.call(call, {}, { token: other }))).toBe("STAFF_UNVERIFIED");
    }
    expect(await codeOf(upstream.call(consoleApi.beginFactor, {}, { token }))).toBe("CONFLICT");
  });

  test("does not exist before one is set up", async () => {
    const token = await staffToken(upstream, await addStaff(upstream, "editor"));
    expect(await codeOf(upstream.call(consoleApi.replaceFactor, {}, { token }))).toBe("CONFLICT");
    expect(await codeOf(upstream.call(consoleApi.renewRecoveryCodes, {}, { token }))).toBe("CONFLICT");
  });

  test("and new recovery codes end the old ones, of which their owner is notified", async () => {
    const { userId, recoveryCodes } = await enrolled();
    const token = await staffToken(upstream, userId);
    const renewed = await upstream.call(consoleApi.renewRecoveryCodes, {}, { token });
    expect(await verify(token, recoveryCodes[0] ?? "")).toBe("INVALID_PARAMS");
    expect(await verify(token, renewed.recoveryCodes[0] ?? "")).toBe("SUCCESS");
    expect((await me(token)).recoveryCodes).toBe(9);
    expect(await toldOf(userId)).toEqual([SET_UP, "你进后台的恢复码换了一批"]);
  });

  test("and recovery codes that two processes renew at once leave ten", async () => {
    const { userId } = await enrolled();
    const token = await staffToken(upstream, userId);
    const other = await createTestUpstream({ clock: () => now, config: upstream.services.config });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([upstream, other].map((each) => each.call(consoleApi.renewRecoveryCodes, {}, { token })));
      expect((await me(token)).recoveryCodes).toBe(10);
    }
    await other.close();
  });

  test("leaves no recovery code that opens the console without it", async () => {
    const { userId, recoveryCodes } = await enrolled();
    await upstream.services.db.deleteFrom("second_factors").where("user_id", "=", userId).execute();
    const token = await upstream.tokenOf(userId);
    expect(await verify(token, recoveryCodes[0] ?? "")).toBe("INVALID_PARAMS");
    await upstream.call(consoleApi.beginFactor, {}, { token });
    expect(await verify(token, recoveryCodes[0] ?? "")).toBe("INVALID_PARAMS");
  });
});

describe("under another SECRET_KEY", () => {
  test("an app's codes are wrong, and it is replaced after entering with a recovery code", async () => {
    const { userId, secret, recoveryCodes } = await enrolled();
    useOtherKey();
    later(1);
    const token = await upstream.tokenOf(userId);
    expect(await verify(token, codeIn(secret))).toBe("INVALID_PARAMS");
    expect(await verify(token, recoveryCodes[0] ?? "")).toBe("SUCCESS");
    const next = await replace(token);
    later(1);
    expect(await verify(token, codeIn(next.secret))).toBe("SUCCESS");
  });

  test("a secret that was not confirmed yet is shown anew", async () => {
    const token = await staffToken(upstream, await addStaff(upstream, "editor"));
    const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
    useOtherKey();
    expect(await codeOf(upstream.call(consoleApi.confirmFactor, { body: { code: codeIn(secret) } }, { token }))).toBe(
      "INVALID_PARAMS",
    );
    const fresh = await upstream.call(consoleApi.beginFactor, {}, { token });
    expect(fresh.secret).not.toBe(secret);
    const body = { code: codeIn(fresh.secret) };
    expect(await codeOf(upstream.call(consoleApi.confirmFactor, { body }, { token }))).toBe("SUCCESS");
  });

  test("so is the successor of an app in use", async () => {
    const { userId } = await enrolled();
    const token = await staffToken(upstream, userId);
    const { secret } = await upstream.call(consoleApi.replaceFactor, {}, { token });
    useOtherKey();
    expect((await replace(token)).secret).not.toBe(secret);
  });
});

describe("a second factor is removed", () => {
  test("by an owner: every login ends, it is logged, and the person is notified and sets up a new one", async () => {
    const { userId, token, secret } = await enrolled();
    const owner = await addStaff(upstream, "owner");
    const ownToken = await staffToken(upstream, owner);
    const drop = (id: number) =>
      codeOf(upstream.call(staffApi.dropFactor, { body: { userId: id } }, { token: ownToken }));
    const events = securityEvents();
    expect(await drop(userId)).toBe("SUCCESS");
    expect(await drop(userId)).toBe("NOT_FOUND");
    expect(await drop(owner), "one's own").toBe("FORBIDDEN");
    expect(events).toMatchObject([
      { event: "credentials_changed", userId, credential: "second-factor" },
      { event: "forbidden" },
    ]);
    expect(await codeOf(me(token)), "a session of the lost phone").toBe("NOT_LOGIN");
    expect(await toldOf(userId)).toEqual([SET_UP, "你的第二步验证被去掉了，登录都已退出，下次进后台要重新设置"]);
    const { list } = await upstream.call(auditApi.list, { query: {} }, { token: ownToken });
    expect(list).toMatchObject([{ action: "staff.factor", target: String(userId) }]);
    const again = await upstream.tokenOf(userId);
    expect(await me(again)).toMatchObject({ factor: "none", verified: false, sudoUntil: null, recoveryCodes: 0 });
    const fresh = await upstream.call(consoleApi.beginFactor, {}, { token: again });
    expect(fresh.secret).not.toBe(secret);
  });

  test("with the last role, not before", async () => {
    const { userId, token: own } = await enrolled();
    const token = await staffToken(upstream, await addStaff(upstream, "owner"));
    const change = (call: typeof staffApi.grant | typeof staffApi.revoke, role: "editor" | "finance") =>
      upstream.call(call, { body: { userId, role } }, { token });
    const factors = async () =>
      (await upstream.services.db.selectFrom("second_factors").select("user_id").execute()).length;
    await change(staffApi.grant, "finance");
    await change(staffApi.revoke, "editor");
    expect(await factors()).toBe(1);
    const left = await upstream.services.db.selectFrom("second_factors").selectAll().executeTakeFirstOrThrow();
    await change(staffApi.revoke, "finance");
    expect(await factors()).toBe(0);
    expect(await upstream.services.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
    // As one that was left by a version that kept it.
    await upstream.services.db.insertInto("second_factors").values(left).execute();
    await change(staffApi.grant, "editor");
    expect(await me(own), "still logged in, as a member").toMatchObject({ factor: "none", verified: false });
  });
});
