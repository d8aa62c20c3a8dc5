import { afterEach, beforeEach, expect, test } from "vitest";
import { adminUserApi } from "#app/contract/admin/user/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";

const DAY = 24 * 3600 * 1000;

let now: number;
let upstream: TestUpstream;
let member: number;
let owner: string;
let moderator: string;

beforeEach(async () => {
  now = Date.parse("2026-03-01T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  member = await upstream.addUser("刷屏的人", "8613800001234");
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
  moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
});
afterEach(() => upstream.close());

const mute = (days: number | null, token: string) =>
  upstream.call(
    adminUserApi.sanction,
    { body: { userId: member, kind: "mute", days, reason: "到处发广告" } },
    { token },
  );
const muteEach = (userIds: number[], days: number | null, { dryRun = false, token = owner } = {}) =>
  upstream.call(
    adminUserApi.sanctionEach,
    { body: { userIds, kind: "mute", days, reason: "一起刷屏", dryRun } },
    { token },
  );
const muted = async (id = member) => {
  const { sanctions } = await upstream.call(adminUserApi.get, { params: { id } }, { token: owner });
  return sanctions.filter(({ inForce }) => inForce).map(({ until }) => until);
};

test("several members are not muted for a shorter time than they already are; the preview says so", async () => {
  const other = await upstream.addUser("同伙");
  const kept = [{ userId: member, code: "CONFLICT", message: "已经有更久的处罚" }];
  for (const days of [null, 60]) {
    await mute(days, owner);
    const before = await muted();
    expect(await muteEach([member, other], 7, { dryRun: true })).toMatchObject({
      done: [{ userId: other }],
      failed: kept,
    });
    expect(await muteEach([member, other], 7)).toMatchObject({ done: [{ userId: other }], failed: kept });
    expect(await muted()).toEqual(before);
  }
  expect((await muteEach([member], 60)).failed, "as long").toEqual([]);
  expect((await muteEach([member], null)).failed, "longer").toEqual([]);
  expect(await muted()).toEqual([null]);
});

test("a moderator can't replace a mute longer than their own limit, which the owner can", async () => {
  await mute(null, owner);
  const refused = "FORBIDDEN: 此人已被禁言超过 30 天；要改，请站长来做";
  expect(await refusalOf(mute(3, moderator))).toBe(refused);
  expect(await muted()).toEqual([null]);
  expect(await refusalOf(mute(31, owner))).toBe("SUCCESS");
  expect(await refusalOf(mute(3, moderator))).toBe(refused);
  now += DAY;
  expect(await refusalOf(mute(3, moderator)), "thirty days are left").toBe("SUCCESS");
  expect(await muted()).toEqual([new Date(now + 3 * DAY).toISOString()]);
});
