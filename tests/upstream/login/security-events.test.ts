import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { questionApi } from "#app/contract/content/question";
import { accountApi } from "#app/contract/people/account";
import { userApi } from "#app/contract/people/user";
import { createSecurityEvents } from "#log/security-events";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter } from "#tests/upstream/support/writer";
import { hashPassword } from "#upstream/services/password/hash-password";

const PHONE = "13812345678";
const PASSWORD = "correct horse battery";
const FROM = { ip: "192.0.2.7" };
let upstream: TestUpstream;
let member: number;
let lines: string[];

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { logLevel: "info" } });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  const { db } = upstream.services;
  await db.deleteFrom("rate_limits").execute();
  await db.updateTable("users").set({ phone: null }).execute();
  member = await upstream.addUser(`成员${Math.random()}`.slice(0, 12), `86${PHONE}`);
  const password_hash = await hashPassword(PASSWORD, 16);
  await db.updateTable("users").set({ password_hash }).where("id", "=", member).execute();
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const secret of [PHONE, PASSWORD]) expect(lines.join("\n")).not.toContain(secret);
});

/** The logged events, without the time. */
const events = () =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ message }) => message === "security");
const named = (event: string) => events().filter((one) => one.event === event);
const guess = (password: string) => codeOf(upstream.call(userApi.login, { body: { phone: PHONE, password } }, FROM));

describe("the security log has", () => {
  test("successful logins, failed ones, and guessing that was stopped", async () => {
    expect(await guess(PASSWORD)).toBe("SUCCESS");
    expect(named("login")).toMatchObject([{ userId: member, method: "password", address: FROM.ip, level: "info" }]);
    for (let tries = 0; tries < 10; tries += 1) expect(await guess(`wrong ${tries}`)).toBe("LOGIN_FAILED");
    expect(named("login_failed")).toHaveLength(10);
    expect(named("login_failed")[0]).toMatchObject({ method: "password", phone: "138****5678", address: FROM.ip });
    expect(named("login_locked")).toEqual([]);
    expect(await guess(PASSWORD)).toBe("RATE_LIMITED");
    expect(named("login_locked")).toMatchObject([{ limit: "loginAccount", call: "POST /api/user/login" }]);
  });

  test("wrong codes", async () => {
    await sentCode(upstream, PHONE);
    const enter = upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: PHONE, code: "000000" } }, FROM);
    expect(await codeOf(enter)).toBe("SMS_CODE_WRONG");
    expect(named("login_failed")).toMatchObject([{ method: "sms", phone: "138****5678" }]);
  });

  test("refusals for a missing permission", async () => {
    const author = await upstream.addUser("作者");
    const id = await createWriter(upstream).question({ authorId: author, title: "别人的问题，不能删除" });
    const remove = upstream.call(questionApi.remove, { body: { id } }, { as: member, ...FROM });
    expect(await codeOf(remove)).toBe("FORBIDDEN");
    expect(named("forbidden")).toMatchObject([{ userId: member, address: FROM.ip, call: "DELETE /api/question" }]);
  });

  test("changed credentials, and closed accounts", async () => {
    const own = async (purpose: "current-phone" | "close-account") => sentCode(upstream, PHONE, purpose, member);
    const newPassword = "another horse battery";
    await upstream.call(userApi.updatePwd, { body: { oldPassword: PASSWORD, newPassword } }, { as: member, ...FROM });
    const next = "13987654321";
    const body = {
      currentCode: await own("current-phone"),
      phone: next,
      code: await sentCode(upstream, next, "change-phone", member),
      endOtherSessions: false,
    };
    await upstream.call(accountApi.changePhone, { body }, { as: member, ...FROM });
    expect(named("credentials_changed")).toMatchObject([
      { userId: member, credential: "password", address: FROM.ip },
      { userId: member, credential: "phone" },
    ]);
    const code = await sentCode(upstream, next, "close-account", member);
    await upstream.call(accountApi.close, { body: { code } }, { as: member, ...FROM });
    expect(named("account_closed")).toMatchObject([{ userId: member, address: FROM.ip }]);
    expect(lines.join("")).not.toContain(next);
  });
});

test("an attack can't fill the disk: lines of each kind are limited per minute, and the number omitted is logged", () => {
  let now = new Date("2026-03-01T08:00:00Z");
  const logged: Record<string, unknown>[] = [];
  const note = createSecurityEvents({ log: (_, __, fields) => void logged.push(fields ?? {}), clock: () => now });
  for (let times = 0; times < 1000; times += 1) note("login_failed", { times });
  note("forbidden", {});
  for (let times = 0; times < 200; times += 1) note("account_closed", {});
  const of = (event: string) => logged.filter((one) => one.event === event);
  expect([of("login_failed").length, of("forbidden").length, of("account_closed").length]).toEqual([120, 1, 200]);
  now = new Date(now.getTime() + 60_000);
  note("login_failed", {});
  note("login_failed", {});
  expect(of("login_failed").slice(-2)).toEqual([{ event: "login_failed", leftOut: 880 }, { event: "login_failed" }]);
});
