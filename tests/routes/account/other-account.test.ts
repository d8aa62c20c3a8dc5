import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeId } from "#app/server/urls/short-id.server";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { databaseState } from "#tests/upstream/support/database-state";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";

let world: World;
/** Their page is still open. */
let alice: Reader;
/** They are logged in now. */
let bob: Reader;

const SECURE = "/account/secure";
const RIGHTS = "/zhiku/rights?offer=1";
const HISTORY = "/zhiku/history";
const SEARCH = "/zhiku/search";
const NEWS = "/notifications/system";

/** Forms by what they do: their page, what they contain, where they are sent, the pressed button, the changed table. */
const FORMS: [does: string, path: string, form: RegExp, to: string, pressed: Record<string, string>, table: string][] =
  [
    ["buys a right", RIGHTS, /name="offerId"/, RIGHTS, { agreed: "1" }, "zhiku_orders"],
    [
      "removes the picture",
      "/account/profile",
      /name="avatar"/,
      "/account/profile",
      { intent: "remove-avatar" },
      "users",
    ],
    ["reads all notifications", NEWS, /全部已读/, "/actions/read-news", {}, "news"],
    ["removes a document from the history", HISTORY, /移除/, HISTORY, {}, "zhiku_readings"],
    ["clears the history", HISTORY, /确定清空/, HISTORY, {}, "zhiku_readings"],
    ["clears the searches", SEARCH, /清空/, SEARCH, {}, "zhiku_searches"],
    ["ends the other sessions", SECURE, /退出所有设备/, SECURE, { intent: "end-other-sessions" }, "sessions"],
    ["ends all sessions", SECURE, /退出所有设备/, SECURE, { intent: "log-out-everywhere" }, "sessions"],
  ];

beforeAll(async () => {
  world = await createWorld();
  const { upstream, seed } = world;
  const { services } = upstream;
  const profile = {
    name: "周小雨",
    company: "某公司",
    department: "产品部",
    position: "经理",
    email: "zhou@example.com",
  };
  await world.write.inside(async (trx) => {
    await putZhikuProfile(trx, services, seed.bob, { ...profile, phone: "13800000002" });
    const grant = { userId: seed.bob, categoryId: null, days: 30, source: "operator", orderId: null } as const;
    await grantRight(trx, services, grant);
    await trx.updateTable("users").set({ avatar: "avatar/1.webp" }).execute();
    for (const userId of [seed.alice, seed.bob]) {
      const message = { kind: "credential-changed", credential: "weixin-bound" } as const;
      await notifyBySystem(trx, { userId, message, at: services.clock().toISOString() });
    }
  });
  // Each of them twice: only other devices can be logged out.
  for (const member of [seed.alice, seed.bob]) await world.as(member);
  [alice, bob] = [await world.as(seed.alice), await world.as(seed.bob)];
  const navigation = { headers: { "sec-fetch-dest": "document" } };
  for (const reader of [alice, bob]) {
    for (const id of [seed.zhikuContent, seed.zhikuTrial])
      await reader.get(`/zhiku/article/${encodeId(id)}`, navigation);
    await reader.get(`${SEARCH}?q=留存`, navigation);
  }
});
afterAll(() => world.close());

describe("a form that another account's page shows", () => {
  test.each(FORMS)("%s only when it is sent again", async (_does, path, form, to, pressed, table) => {
    const from = { headers: { referer: ORIGIN + path } };
    const rows = async () => (await databaseState(world.upstream.services.db))[table];
    const before = await rows();
    const sent = { ...fieldsIn((await alice.get(path)).text, form), ...pressed };
    const first = await bob.submit(to, sent, from);
    expect(await rows()).toEqual(before);
    const told = first.location ? await bob.get(first.location) : first;
    expect(told.text).toContain("这是用另一个账号填的，现在登录的是“周小雨”");
    await bob.submit(to, { ...fieldsIn(told.text, form), ...pressed }, from);
    expect(await rows()).not.toEqual(before);
  });
});
