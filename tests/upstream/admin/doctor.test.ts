import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import type { Upstream } from "#upstream/app";
import type { Services } from "#upstream/call/context";
import { patient } from "#upstream/command-line/patient";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig } from "#upstream/config";
import { healthCheck } from "#upstream/modules/admin/system/health";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { refreshLimits } from "#upstream/modules/limit/refresh";
import { MailError } from "#upstream/services/mail/mail";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
  await addStaff(upstream, "owner");
});
afterAll(() => upstream.close());
afterEach(() => vi.useRealTimers());

/** Runs a command on the site with these services. */
async function typed(args: string[], services: Partial<Services> = {}) {
  const said: { printed: string[]; told: string[] } = { printed: [], told: [] };
  const program: Upstream = {
    ...upstream.program,
    services: { ...upstream.services, ...services },
    close: async () => {},
  };
  const code = await runCommandLine(args, {
    config: () => readUpstreamConfig({ LOG_LEVEL: "error" }),
    open: async () => program,
    from: ".",
    print: (text) => said.printed.push(text),
    complain: (what) => said.told.push(String(what)),
  });
  return { code, printed: said.printed.join("\n"), told: said.told.join("\n") };
}

const refusingMail = (reason: "down" | "refused") => {
  const check = () => Promise.reject(new MailError(reason, "smtp: EAUTH 535"));
  return { mail: { check, send: check } };
};

async function readOnly(sentence: string): Promise<void> {
  await writeReadOnly(upstream.services, sentence);
  await refreshLimits(upstream.services);
}

test("doctor says what is bad, and what needs attention beside it, in words", async () => {
  await readOnly("正在更换服务器");
  try {
    const { code, printed, told } = await typed(["doctor"], refusingMail("refused"));
    expect([code, printed]).toEqual([1, ""]);
    const lines = told.split("\n");
    expect(lines[0]).toMatch(/^坏了 .*：/);
    expect(told).toMatch(/^坏了 mail：邮件服务不接受/m);
    expect(told).toMatch(/^留意 read-only：本站只能浏览.*正在更换服务器.*read-only off/m);
    expect(lines.at(-1)).toMatch(/^其余 \d+ 项正常$/);
  } finally {
    await readOnly("");
  }
});

test("the checks are data only if asked for, with the same exit code", async () => {
  const { code, printed } = await typed(["doctor", "--json"], refusingMail("refused"));
  expect(code).toBe(1);
  expect(JSON.parse(printed)).toContainEqual(expect.objectContaining({ key: "mail", state: "bad" }));
});

test("doctor makes one check after another", async () => {
  let running = 0;
  let most = 0;
  const slow = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((done) => setTimeout(done, 50));
    running -= 1;
  };
  const mail = { check: slow, send: async () => {} };
  const objects = { ...upstream.services.objects, list: async () => slow().then(() => []) };
  await typed(["doctor"], { mail, objects } as unknown as Partial<Services>);
  expect(most).toBe(1);
});

test("a disk that does not answer in time is not said to have wrong permissions", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const objects = { ...upstream.services.objects, list: () => new Promise<never>(() => {}) };
  const found = healthCheck({ ...upstream.services, objects }, "objects");
  await vi.advanceTimersByTimeAsync(5000);
  expect(await found).toMatchObject({
    state: "warn",
    detail: expect.stringContaining("5 秒内没有应答"),
    todo: expect.not.stringContaining("权限"),
  });
});

test("a command waits longer for a connection than a server, unless told to wait even longer", () => {
  const waits = (more: Record<string, string>) => {
    const { database } = patient(readUpstreamConfig({ DATABASE_URL: "postgres://a@127.0.0.1/b", ...more }));
    return database.kind === "postgres" && database.limits?.connectionTimeout;
  };
  expect(waits({})).toBe(20_000);
  expect(waits({ DATABASE_CONNECTION_TIMEOUT_MS: "60000" })).toBe(60_000);
});

test("a command that a read-only site refuses says how to end that", async () => {
  await readOnly("正在更换服务器");
  try {
    const { code, told } = await typed(["class", "add", "article", "资讯"]);
    expect([code, told]).toEqual([1, expect.stringContaining("正在更换服务器")]);
    expect(told).toContain("npm run admin -- read-only off");
  } finally {
    await readOnly("");
  }
});
