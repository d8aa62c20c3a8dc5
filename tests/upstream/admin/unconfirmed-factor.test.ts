import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consoleApi } from "#app/contract/admin/system/console";
import { MINUTE } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff } from "#tests/upstream/support/staff";

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

describe("an authenticator app that was never confirmed", () => {
  const begun = async () => {
    const userId = await addStaff(upstream, "editor");
    const token = await upstream.tokenOf(userId);
    return { userId, token, ...(await upstream.call(consoleApi.beginFactor, {}, { token })) };
  };
  const confirm = (token: string, code: string) =>
    codeOf(upstream.call(consoleApi.confirmFactor, { body: { code } }, { token }));

  test("is one that its owner is told of, and the log, once it is", async () => {
    const { userId, token, secret } = await begun();
    const events = securityEvents();
    expect(await toldOf(userId)).toEqual([]);
    expect(await confirm(token, codeIn(secret))).toBe("SUCCESS");
    expect(await toldOf(userId)).toEqual([SET_UP]);
    expect(events).toMatchObject([{ event: "credentials_changed", userId, credential: "second-factor" }]);
  });

  test("opens nothing: its codes only confirm it", async () => {
    const { token, secret } = await begun();
    expect(await verify(token, codeIn(secret))).toBe("INVALID_PARAMS");
    const sudo = upstream.call(consoleApi.sudo, { body: { code: codeIn(secret) } }, { token });
    expect(await codeOf(sudo)).toBe("INVALID_PARAMS");
    expect(await me(token)).toMatchObject({ factor: "unconfirmed", verified: false, sudoUntil: null });
    expect(await confirm(token, codeIn(secret))).toBe("SUCCESS");
  });

  test("is worth nothing fifteen minutes after it was shown: another one is, and its code is asked for", async () => {
    const { token, secret } = await begun();
    later(14);
    expect((await upstream.call(consoleApi.beginFactor, {}, { token })).secret).toBe(secret);
    later(1);
    await expect(
      upstream.call(consoleApi.confirmFactor, { body: { code: codeIn(secret) } }, { token }),
    ).rejects.toThrow("二维码过期了");
    const [one, two] = await Promise.all([
      upstream.call(consoleApi.beginFactor, {}, { token }),
      upstream.call(consoleApi.beginFactor, {}, { token }),
    ]);
    expect(one).toEqual(two);
    expect(one.secret).not.toBe(secret);
    expect(await confirm(token, codeIn(secret))).toBe("INVALID_PARAMS");
    expect(await confirm(token, codeIn(one.secret))).toBe("SUCCESS");
    expect(await upstream.services.db.selectFrom("second_factors").select("next_until").execute()).toEqual([
      { next_until: null },
    ]);
  });

  test("from before that rule is shown anew", async () => {
    const { token, secret } = await begun();
    await upstream.services.db.updateTable("second_factors").set({ next_until: null }).execute();
    expect(await confirm(token, codeIn(secret))).toBe("INVALID_PARAMS");
    expect((await upstream.call(consoleApi.beginFactor, {}, { token })).secret).not.toBe(secret);
  });
});
