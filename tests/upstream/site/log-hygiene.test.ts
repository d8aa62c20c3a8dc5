import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { questionApi } from "#app/contract/content/question";
import { accountApi } from "#app/contract/people/account";
import { queryObjApi } from "#app/contract/people/query-obj";
import { smsApi } from "#app/contract/people/sms";
import { userApi } from "#app/contract/people/user";
import { wechatApi } from "#app/contract/people/wechat";
import { devApi } from "#app/contract/site/dev";
import { createLog } from "#log/log";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { captchaPass, sentCode } from "#tests/upstream/support/sms-codes";

const PHONE = "13812345678";
const PASSWORD = "一个秘密的口令-7f3a";
const STATE = "state-of-thirty-two-characters-00";
let upstream: TestUpstream;
let lines: string[];
/** Strings that must never appear in a log. */
let secrets: string[];

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { logLevel: "debug" } });
});
afterAll(() => upstream.close());
beforeEach(async () => {
  await upstream.services.db.deleteFrom("rate_limits").execute();
  lines = [];
  secrets = [PHONE, PASSWORD];
  const take = (line: unknown) => lines.push(String(line)) > 0;
  for (const stream of [process.stderr, process.stdout]) vi.spyOn(stream, "write").mockImplementation(take);
  for (const method of ["log", "info", "warn"] as const) vi.spyOn(console, method).mockImplementation(take);
});
afterEach(() => {
  vi.restoreAllMocks();
  const all = lines.join("\n");
  for (const secret of secrets) expect(all.includes(secret), `the log tells ${secret}`).toBe(false);
});

async function register(): Promise<string> {
  const code = await sentCode(upstream, PHONE);
  const { token } = await upstream.call(userApi.loginOrRegisterByPhone, { body: { phone: PHONE, code } });
  secrets.push(code, token);
  return token;
}

describe("nothing secret is logged", () => {
  test("by logging in and by account changes", async () => {
    const token = await register();
    await codeOf(upstream.call(userApi.complete, { body: { nickname: "有名字", password: PASSWORD } }, { token }));
    const again = await upstream.call(userApi.login, { body: { phone: PHONE, password: PASSWORD } });
    secrets.push(again.token);
    await codeOf(upstream.call(userApi.login, { body: { phone: PHONE, password: `${PASSWORD}!` } }));
    const change = { oldPassword: PASSWORD, newPassword: `${PASSWORD}-新` };
    await codeOf(upstream.call(userApi.updatePwd, { body: change }, { token: again.token }));
    await codeOf(upstream.call(accountApi.close, { body: { code: "123456" } }, { token: again.token }));
  });

  test.each(["lost", "error", "garbage", "isv.MOBILE_NUMBER_ILLEGAL", `isv.FAILED ${PHONE}`])(
    "when messages can't be sent: %s",
    async (fault) => {
      await upstream.call(devApi.setFault, { body: { service: "sms", fault } });
      const pass = await captchaPass(upstream);
      secrets.push(pass);
      const sent = codeOf(upstream.call(smsApi.code, { body: { phone: PHONE, captchaVerification: pass } }));
      expect(await sent).not.toBe("SUCCESS");
      await upstream.call(devApi.setFault, { body: { service: "sms", fault: null } });
      expect(lines.join("")).toContain("sms_failed");
    },
  );

  test.each([null, "error", "garbage"])("by a WeChat login: %s", async (fault) => {
    const shown = await upstream.call(wechatApi.authorization, { query: { state: STATE } });
    const query = Object.fromEntries(new URL(shown?.pageUrl ?? "").searchParams);
    const page = await upstream.call(devApi.wechatPage, { query });
    if (page.kind !== "page") throw new Error(page.message);
    const code = new URL(Object.values(page.agree)[0] ?? "").searchParams.get("code") ?? "";
    await upstream.call(devApi.setFault, { body: { service: "wechat", fault } });
    const { obj } = await upstream.call(wechatApi.exchange, { body: { code, state: STATE } });
    const told = await upstream.call(queryObjApi.get, { query: { state: STATE, obj } });
    await upstream.call(devApi.setFault, { body: { service: "wechat", fault: null } });
    secrets.push(code, obj, ...(told.kind === "phone-needed" ? [told.ticket] : []));
    expect(told.kind).toBe(fault === null ? "phone-needed" : "failed");
  });

  test("when the database fails during a call", async () => {
    const token = await register();
    const { db } = upstream.services;
    await db.schema.alterTable("users").renameTo("users_away").execute();
    expect(await codeOf(upstream.call(userApi.login, { body: { phone: PHONE, password: PASSWORD } }))).toBe("HTTP 500");
    expect(await codeOf(upstream.call(questionApi.list, { query: {} }, { token }))).toBe("HTTP 500");
    await db.schema.alterTable("users_away").renameTo("users").execute();
    expect(lines.join("")).toContain("call_failed");
  });
});

test("external error messages are masked, and can't inject log lines", () => {
  const token = "Ab-_".repeat(10).padEnd(43, "x");
  const log = createLog("error");
  log("error", "said", {
    error: `to 86${PHONE} and +86-${PHONE}: Bearer ${token}\r\n{"level":"info"}\u009b31m\u2028\u001b[2J`,
  });
  log("info", "not asked for");
  expect(lines).toHaveLength(1);
  const [line = ""] = lines;
  expect(line).not.toContain(token);
  expect(line).toContain("86138****5678 and +86-138****5678: Bearer [token]");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
  expect(JSON.parse(line)).toMatchObject({ level: "error", message: "said" });
});
