import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { consoleApi, setupApi } from "#app/contract/admin/system/console";
import { userApi } from "#app/contract/people/user";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { staffToken } from "#tests/upstream/support/staff";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig } from "#upstream/config";

const PHONE = "13900000001";

let upstream: TestUpstream;
beforeEach(async () => {
  upstream = await createTestUpstream({
    config: { mode: "production", secretKey: "k".repeat(43), sms: { kind: "off" } },
  });
});
afterEach(() => upstream.close());

/** Runs `owner add` for the number. */
async function add(...more: string[]): Promise<string> {
  let said = "";
  const code = await runCommandLine(["owner", "add", "--phone", PHONE, ...more], {
    config: () => readUpstreamConfig({}),
    open: async () => ({ ...upstream.program, close: async () => {} }),
    from: ".",
    print: (text) => {
      said += text;
    },
    complain: (what) => {
      said += what;
    },
  });
  expect(code, said).toBe(0);
  return said;
}
const passwordIn = (said: string) => /^[\w-]{16}$/m.exec(said)?.[0] ?? "";
const logIn = (password: string) => upstream.call(userApi.login, { body: { phone: PHONE, password } });

test("an owner added to a site without SMS gets a password once, and can log in with it", async () => {
  expect(await upstream.call(setupApi.state, {})).toEqual({ unowned: true, preparing: true });
  const before = await databaseState(upstream.services.db);
  const tried = await add("--dry-run");
  expect(tried).toContain("会让");
  expect(passwordIn(tried)).toBe("");
  expect(await databaseState(upstream.services.db)).toEqual(before);

  const said = await add("--nickname", "站长大人");
  expect(said).toMatch(/只显示这一次/);
  const { token } = await logIn(passwordIn(said));
  expect(await upstream.call(consoleApi.me, {}, { token })).toMatchObject({ roles: ["owner"], nickname: "站长大人" });
  expect(await upstream.call(setupApi.state, {})).toEqual({ unowned: false, preparing: false });

  const again = await add();
  expect(again).toContain("原来的密码");
  expect(passwordIn(again)).toBe("");
});

test("a forgotten password is replaced: the old one and its sessions end, and this is logged", async () => {
  const old = passwordIn(await add());
  const { token, userId } = await logIn(old);
  const fresh = passwordIn(await add("--new-password"));
  expect(fresh).not.toBe(old);
  await expect(logIn(old)).rejects.toMatchObject({ code: "LOGIN_FAILED" });
  await expect(upstream.call(consoleApi.me, {}, { token })).rejects.toMatchObject({ code: "NOT_LOGIN" });
  await logIn(fresh);
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: await staffToken(upstream, userId) });
  expect(list.map(({ action }) => action)).toEqual(["staff.password", "staff.grant", "staff.grant"]);
  expect(JSON.stringify(await databaseState(upstream.services.db))).not.toContain(fresh);
});

test("an owner who has lost the authenticator and the recovery codes gets to set up a new one, and this is logged", async () => {
  const { token, userId } = await logIn(passwordIn(await add()));
  const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: upstream.services.clock().getTime(),
  });
  await upstream.call(consoleApi.confirmFactor, { body: { code } }, { token });
  const said = await add("--new-password");
  expect(said).toContain("加上 --new-factor");
  const password = passwordIn(said);
  let again = await logIn(password);
  const before = await databaseState(upstream.services.db);
  expect(await add("--new-factor", "--dry-run")).toContain("会去掉原来的第二步验证");
  expect(await databaseState(upstream.services.db)).toEqual(before);

  expect((await upstream.call(consoleApi.me, {}, { token: again.token })).factor).toBe("confirmed");
  const events: object[] = [];
  upstream.services.noteSecurity = (event, fields) => void events.push({ event, ...fields });
  await add("--new-factor", "--dry-run");
  expect(events).toEqual([]);
  expect(await add("--new-factor")).toContain("已去掉原来的第二步验证");
  expect(events).toEqual([{ event: "credentials_changed", userId, credential: "second-factor" }]);
  await expect(upstream.call(consoleApi.me, {}, { token: again.token })).rejects.toMatchObject({ code: "NOT_LOGIN" });
  again = await logIn(password);
  expect((await upstream.call(consoleApi.beginFactor, {}, { token: again.token })).secret).not.toBe(secret);
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: await staffToken(upstream, userId) });
  expect(list.filter(({ action }) => action === "staff.factor")).toMatchObject([
    { via: "command-line", target: String(userId) },
  ]);
  await add("--new-factor");
  expect(await add("--new-factor"), "without one in use").not.toContain("去掉");
});

test("a factor of an account that has no role any more is removed with its logins as well, and this is logged", async () => {
  const { db } = upstream.services;
  const { token, userId } = await logIn(passwordIn(await add()));
  const { secret } = await upstream.call(consoleApi.beginFactor, {}, { token });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: upstream.services.clock().getTime(),
  });
  await upstream.call(consoleApi.confirmFactor, { body: { code } }, { token });
  await db.deleteFrom("staff").execute();
  expect(await add("--new-factor")).toContain("已去掉原来的第二步验证");
  await expect(upstream.call(consoleApi.me, {}, { token })).rejects.toMatchObject({ code: "NOT_LOGIN" });
  const { list } = await upstream.call(auditApi.list, { query: {} }, { token: await staffToken(upstream, userId) });
  expect(list.filter(({ action }) => action === "staff.factor")).toHaveLength(1);
});

test("a member without a password gets one, but not on a site that sends codes", async () => {
  const member = await upstream.addUser("林知远", `86${PHONE}`);
  const said = await add();
  expect(said).toContain(`用户 ${member}`);
  expect((await logIn(passwordIn(said))).userId).toBe(member);
  await upstream.close();
  upstream = await createTestUpstream();
  const withCodes = await add();
  expect(withCodes).toContain("短信验证码");
  expect(passwordIn(withCodes)).toBe("");
});
