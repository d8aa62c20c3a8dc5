import { afterEach, beforeEach, expect, test } from "vitest";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import { adminAgreementApi } from "#app/contract/admin/site/agreement";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { adminRightApi } from "#app/contract/admin/zhiku/right";
import { HOUR } from "#runtime/time-units";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { refusalOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { LIMITS } from "#upstream/policy/limits";

const PHONE = "13895271234";

let now: number;
let upstream: TestUpstream;
let member: number;
let token: string;

beforeEach(async () => {
  now = Date.parse("2026-03-01T08:00:00.000Z");
  upstream = await createTestUpstream({ clock: () => new Date(now) });
  member = await upstream.addUser("查得到的人", `86${PHONE}`);
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(() => upstream.close());

const found = async (q: string) =>
  (await upstream.call(adminUserApi.list, { query: { q } }, { token })).list.map(({ userId }) => userId);
const consents = (q: string) =>
  upstream.call(adminAgreementApi.consents, { params: { key: "terms" }, query: { q } }, { token });

test("a phone number matches as a whole or by the last four digits, which staff see, and by no other part", async () => {
  for (const q of [PHONE, `86${PHONE}`, "1234"]) expect(await found(q), q).toEqual([member]);
  for (let length = 1; length <= PHONE.length + 2; length += 1) {
    const q = `86${PHONE}`.slice(-length);
    if (length !== 4 && length < PHONE.length) expect(await found(q), q).not.toContain(member);
  }
});

test("searches for complete numbers are limited by the hour and person in all lists together; others are not", async () => {
  const { max } = LIMITS.phoneSearchHour;
  expect(await found(PHONE)).toEqual([member]);
  await upstream.services.db
    .updateTable("rate_limits")
    .set({ hits: max - 1 })
    .where("key", "like", "phoneSearchHour:%")
    .execute();
  expect(await refusalOf(consents(PHONE))).toBe("SUCCESS");

  const refused = /^RATE_LIMITED: 这一小时里按完整手机号查找的次数太多/;
  expect(await refusalOf(found(PHONE))).toMatch(refused);
  expect(await refusalOf(consents(PHONE))).toMatch(refused);
  const orders = upstream.call(adminOrderApi.list, { query: { member: PHONE } }, { token });
  expect(await refusalOf(orders)).toMatch(refused);
  const rights = upstream.call(adminRightApi.list, { query: { member: PHONE } }, { token });
  expect(await refusalOf(rights)).toMatch(refused);
  const submissions = upstream.call(adminSubmissionApi.list, { query: { formId: 1, person: PHONE } }, { token });
  expect(await refusalOf(submissions)).toMatch(refused);

  expect(await found("1234")).toEqual([member]);
  const other = await staffToken(upstream, await addStaff(upstream, "support"));
  expect(await refusalOf(upstream.call(adminUserApi.list, { query: { q: PHONE } }, { token: other }))).toBe("SUCCESS");
  now += HOUR;
  expect(await found(PHONE)).toEqual([member]);
});
