import { afterEach, beforeEach, expect, test } from "vitest";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { transact } from "#upstream/db/transact";
import { statesNow } from "#upstream/modules/figures/states";
import { deleteUser } from "#upstream/modules/user/delete-user";

let upstream: TestUpstream;
let token: string;

beforeEach(async () => {
  upstream = await createTestUpstream({ clock: () => new Date("2026-03-01T08:00:00.000Z") });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

test("rights of closed accounts count neither as running, nor as ending, nor as lost by switching off zhiku", async () => {
  const members = [await upstream.addUser("留下的人"), await upstream.addUser("注销的人")];
  const body = {
    people: members.join(" "),
    categoryId: null,
    days: 7,
    reason: "活动奖品",
    idempotencyKey: crypto.randomUUID(),
  };
  await upstream.call(adminRightApi.grant, { body }, { token });
  const counted = async () => {
    const states = await statesNow(upstream.services);
    const { rights } = await upstream.call(adminSiteApi.parts, {}, { token });
    return [states.get("right.running"), states.get("right.ending"), rights];
  };
  expect(await counted()).toEqual([2, 2, 2]);
  await transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, members[1] ?? 0));
  expect(await counted()).toEqual([1, 1, 1]);
});
