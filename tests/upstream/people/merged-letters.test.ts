import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOTIFICATION_SORTS, type NotificationSort, type OutsideSort } from "#app/contract/notification/channels";
import { mailAddressApi } from "#app/contract/notification/mail-address";
import { notificationSettingsApi } from "#app/contract/notification/settings";
import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { returnToken } from "#upstream/modules/outside/return-token";
import { takeBounce } from "#upstream/modules/outside/take-bounce";
import { unsubscribeToken } from "#upstream/modules/outside/unsubscribe-token";

let upstream: TestUpstream;
let write: Writer;
let people = 0;
let from: number;
let into: number;

beforeAll(async () => {
  upstream = await createTestUpstream();
  write = createWriter(upstream);
});
beforeEach(async () => {
  [from, into] = [await upstream.addUser(`旧号${++people}`), await upstream.addUser(`新号${people}`)];
});
afterAll(() => upstream.close());

const merge = () => write.inside((trx) => mergePeople(trx, upstream.services, { from, into }));
async function reach(userId: number): Promise<string> {
  const [address, openid] = [`person${userId}@example.com`, `openid-${userId}`];
  const { db, officialAccount, clock } = upstream.services;
  const at = clock().toISOString();
  await db
    .insertInto("mail_addresses")
    .values({ user_id: userId, address, confirmed_at: at, stopped_at: null })
    .execute();
  const app_id = officialAccount?.appId ?? "";
  await db
    .insertInto("wechat_receivers")
    .values({ user_id: userId, app_id, openid, kept_at: at, stopped_at: null })
    .execute();
  return address;
}
type Wanted = { wanted?: readonly NotificationSort[]; mail?: OutsideSort[]; wechat?: OutsideSort[]; weekly?: boolean };
const want = (as: number, { wanted = NOTIFICATION_SORTS, mail = [], wechat = [], weekly = false }: Wanted) =>
  upstream.call(
    notificationSettingsApi.put,
    { body: { wanted: [...wanted], outside: { mail, wechat }, weekly } },
    { as },
  );
const settings = () => upstream.call(notificationSettingsApi.get, {}, { as: into });

test("the link in a letter to an account that was merged ends the letters to the other one", async () => {
  await reach(from);
  await want(from, { mail: ["answer"], wechat: ["answer"], weekly: true });
  await merge();
  expect(await settings()).toMatchObject({ outside: { mail: ["answer"], wechat: ["answer"] }, weekly: true });
  for (const sort of ["mail", "wechat", "weekly"] as const) {
    const token = unsubscribeToken(upstream.services, { userId: from, sort });
    expect(await upstream.call(unsubscribeApi.look, { params: { token } })).toEqual({ sort });
    await upstream.call(unsubscribeApi.stop, { body: { token } });
  }
  expect(await settings()).toMatchObject({ outside: { mail: [], wechat: [] }, weekly: false });
});

test("after a merge, the notifications of the remaining account are those that it chose", async () => {
  const chosen = { wanted: ["answer"], outside: { mail: ["mention"], wechat: [] }, weekly: false };
  await reach(from);
  await want(from, { wanted: [], mail: ["answer", "like"], wechat: ["like"], weekly: true });
  await reach(into);
  await want(into, { wanted: ["answer"], mail: ["mention"] });
  await merge();
  expect(await settings()).toMatchObject(chosen);
});

test("an address without any sort of mail gets none after a merge", async () => {
  await reach(from);
  await want(from, { wanted: ["like"], mail: ["answer"], wechat: ["like"], weekly: true });
  await reach(into);
  await merge();
  expect(await settings()).toMatchObject({
    wanted: NOTIFICATION_SORTS,
    outside: { mail: [], wechat: [] },
    weekly: false,
  });
});

test("choices of mail without an address stay behind, and those of an address that moves replace none", async () => {
  await want(from, { mail: ["answer"], weekly: true });
  await merge();
  expect(await settings()).toMatchObject({ outside: { mail: [] }, weekly: false });
  from = await upstream.addUser(`更旧的号${people}`);
  await reach(from);
  await want(from, { mail: ["answer"], wechat: ["answer"] });
  await want(into, { mail: ["like"] });
  await merge();
  const both = { outside: { mail: ["like"], wechat: ["answer"] }, reached: ["wechat", "mail"] };
  expect(await settings()).toMatchObject(both);
});

test("whoever becomes an author keeps their own choices", async () => {
  await want(from, { wanted: ["answer"], mail: ["answer"], weekly: true });
  await write.inside((trx) => mergePeople(trx, upstream.services, { from, into, becomes: true }));
  expect(await settings()).toMatchObject({ wanted: ["answer"], outside: { mail: ["answer"] }, weekly: true });
});

test("a letter to an account that was merged stops the address that moved, and no other, when it bounces", async () => {
  const bounce = (address: string) => {
    const token = returnToken(upstream.services, { userId: from, address });
    const text = readFileSync("tests/fixtures/bounces/postfix.eml", "utf8");
    return Buffer.from(text.replaceAll("RETURN_PATH", `bounces+${token}@shequ.invalid`).replaceAll("ADDRESS", address));
  };
  const stoppedAt = async () => (await upstream.call(mailAddressApi.get, {}, { as: into })).stoppedAt;
  const moved = await reach(from);
  await merge();
  expect(await takeBounce(upstream.services, bounce("other@example.com"))).toMatchObject({ outcome: "unknown" });
  expect(await stoppedAt()).toBeNull();
  expect(await takeBounce(upstream.services, bounce(moved))).toMatchObject({ outcome: "stopped" });
  expect(await stoppedAt()).not.toBeNull();
});
