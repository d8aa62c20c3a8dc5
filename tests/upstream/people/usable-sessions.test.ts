import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { adminUserApi } from "#app/contract/admin/user/user";
import { accountApi } from "#app/contract/people/account";
import { userApi } from "#app/contract/people/user";
import { DAY, HOUR } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { sweep } from "#upstream/jobs/sweep";
import { createSession } from "#upstream/modules/user/session";

let upstream: TestUpstream;
let member: number;
let now = new Date("2026-03-01T08:00:00Z");
let people = 0;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
beforeEach(async () => {
  member = await upstream.addUser(`成员${++people}`);
});
afterAll(() => upstream.close());

const logIn = (device: string) =>
  createSession(upstream.services.db, upstream.services, { userId: member, device: `os=${device}; browser=Chrome` });
const use = async (token: string) =>
  (await codeOf(upstream.call(userApi.tokenQueryClientUser, {}, { token }))) === "SUCCESS";
const stored = async () =>
  (await upstream.services.db.selectFrom("sessions").select("token_hash").where("user_id", "=", member).execute())
    .length;
const listed = (token: string) => upstream.call(accountApi.sessions, {}, { token });

test("a device in daily use stays logged in, however many others log in after it", async () => {
  const phone = await logIn("Android");
  for (let logins = 0; logins < 25; logins += 1) {
    wait(DAY);
    expect(await use(phone), `after ${logins} other logins`).toBe(true);
    await logIn("Windows");
  }
  expect(await use(phone)).toBe(true);
  expect(await stored()).toBe(20);
});

test("at the twenty-first login the session unused for longest ends", async () => {
  const tokens: string[] = [];
  for (let logins = 0; logins < 20; logins += 1) {
    tokens.push(await logIn("Windows"));
    wait(2 * HOUR);
  }
  const [first = "", second = "", third = ""] = tokens;
  expect(await use(first)).toBe(true);
  await logIn("Linux");
  expect([await use(first), await use(second), await use(third)]).toEqual([true, false, true]);
});

test("one that was not used for thirty days is neither listed nor counted, by its owner or by staff, and is swept", async () => {
  const idle = await logIn("Windows");
  wait(15 * DAY);
  const current = await logIn("Android");
  const owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  const seen = async () => {
    const { logins } = await upstream.call(adminUserApi.get, { params: { id: member } }, { token: owner });
    const body = { userId: member, reason: "到处发广告", dryRun: true };
    const { sessions } = await upstream.call(adminUserApi.purge, { body }, { token: owner });
    return { own: (await listed(current)).length, logins: logins.length, sessions };
  };
  expect(await seen()).toEqual({ own: 2, logins: 2, sessions: 2 });
  wait(15 * DAY - 1);
  await sweep(upstream.services);
  expect([await seen(), await stored()]).toEqual([{ own: 2, logins: 2, sessions: 2 }, 2]);
  wait(1);
  expect(await seen()).toEqual({ own: 1, logins: 1, sessions: 1 });
  expect(await use(idle)).toBe(false);
  await sweep(upstream.services);
  expect([await stored(), await use(current)]).toEqual([1, true]);
  const { ended } = await upstream.call(
    adminUserApi.endSessions,
    { body: { userId: member, reason: "手机丢了" } },
    { token: owner },
  );
  expect(ended).toBe(1);
});

test("one that was not used for thirty days is not counted among those that its owner ends, and ends with them", async () => {
  await logIn("Windows");
  wait(15 * DAY);
  await logIn("Linux");
  const current = await logIn("Android");
  wait(15 * DAY);
  expect(await upstream.call(accountApi.endOtherSessions, {}, { token: current })).toEqual({ ended: 1 });
  expect([await stored(), await use(current)]).toEqual([1, true]);
});

test("one that has expired gives way to a login even if it was used a moment ago", async () => {
  const old = await logIn("Windows");
  for (let days = 0; days < 4; days += 1) {
    wait(22 * DAY);
    expect(await use(old)).toBe(true);
  }
  wait(2 * DAY);
  const current = await logIn("Android");
  expect([await stored(), await use(current)]).toEqual([1, true]);
});
