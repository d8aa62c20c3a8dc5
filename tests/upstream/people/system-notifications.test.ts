import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { notificationApi } from "#app/contract/notification/notification";
import { userApi } from "#app/contract/people/user";
import { trashApi } from "#app/contract/writing/trash";
import { exportOf } from "#tests/upstream/support/export-of";
import { sentCode } from "#tests/upstream/support/sms-codes";
import { createWriter } from "#tests/upstream/support/writer";
import { createShop, type Shop } from "#tests/upstream/zhiku/order-world";
import { nowIso } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { sweep } from "#upstream/jobs/sweep";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import type { SystemMessage } from "#upstream/modules/notification/system-message";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";

const DAY = 24 * 60 * 60 * 1000;
let shop: Shop;
let people = 0;

beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.upstream.close());

const someone = () => {
  people += 1;
  return shop.upstream.addUser(`某人${people}`, `86137000000${String(people).padStart(2, "0")}`);
};
const tell = (userId: number, message: SystemMessage) =>
  transact(shop.upstream.services.db, (trx) =>
    notifyBySystem(trx, { userId, message, at: nowIso(shop.upstream.services) }),
  );
const told = async (as: number) =>
  (await shop.upstream.call(notificationApi.systemMessageList, { query: {} }, { as })).list;
const unread = async (as: number) => (await shop.upstream.call(notificationApi.unreadCountWithType, {}, { as })).system;

it("advises to take back a login that somebody else added, which a new password does not end", async () => {
  const owner = await someone();
  await tell(owner, { kind: "passkey-changed", added: true, name: "陌生的手机" });
  await tell(owner, { kind: "credential-changed", credential: "weixin-bound" });
  await tell(owner, { kind: "passkey-changed", added: false, name: "旧手机" });
  expect((await told(owner)).map(({ excerpt }) => excerpt.replace(/^.*?。/, ""))).toEqual([
    "如果不是你本人，请立即修改密码，并让陌生的设备退出登录。",
    "如果不是你本人，请立即解除绑定、修改密码，并让陌生的设备退出登录。",
    "如果不是你本人，请立即移除它、修改密码，并让陌生的设备退出登录。",
  ]);
});

describe("a system notification", () => {
  it("is a sentence with a link, listed by itself, unread until read, and wakes listeners", async () => {
    const alice = await someone();
    const { versions } = shop.upstream.services;
    const before = await versions.latest([`news/${alice}`]);
    await tell(alice, { kind: "credential-changed", credential: "password" });
    await tell(alice, { kind: "credential-changed", credential: "password" });
    await tell(alice, { kind: "text-refused", written: "comment", held: 7, name: "买一送一", reason: "广告" });
    expect(await versions.latest([`news/${alice}`])).toBeGreaterThan(before);
    expect(await unread(alice)).toBe(3);
    expect(await told(alice)).toMatchObject([
      {
        verb: "system",
        title: "你的评论「买一送一」没有通过审核",
        excerpt: "原因：广告",
        actors: [],
        target: { path: "/write/held/7" },
      },
      { title: "你的登录密码已修改", target: { path: "/account/secure" } },
      { title: "你的登录密码已修改", read: false },
    ]);
    await shop.upstream.call(notificationApi.readAll, { body: { kind: "system" } }, { as: alice });
    expect(await unread(alice)).toBe(0);
    expect(await told(alice)).toHaveLength(3);
  });

  it("about a released text links to it, and disappears and returns with it", async () => {
    const alice = await someone();
    const id = await createWriter(shop.upstream).article({ authorId: alice, title: "放行的文章" });
    await tell(alice, { kind: "text-released", written: "article", id, name: "放行的文章" });
    expect(await told(alice)).toMatchObject([
      { title: "你的文章「放行的文章」已通过审核，现在公开可见", target: { kind: "article", path: `/article/${id}` } },
    ]);
    await shop.upstream.call(articleApi.remove, { body: { id } }, { as: alice });
    expect(await told(alice)).toEqual([]);
    await shop.upstream.call(trashApi.restore, { body: { kind: "article", id } }, { as: alice });
    expect(await told(alice)).toHaveLength(1);
  });

  it("is included in the export, and deleted with the account", async () => {
    const alice = await someone();
    const { db } = shop.upstream.services;
    await tell(alice, { kind: "new-device", device: "iOS · WeChat", address: "192.0.2.7" });
    const exported = await exportOf(shop.upstream, { as: alice });
    expect(JSON.stringify(exported.notifications)).toContain("iOS · WeChat");
    await transact(db, (trx) => deleteUser(trx, shop.upstream.services, alice));
    await tell(alice, { kind: "new-device", device: "iOS · WeChat", address: "192.0.2.7" });
    expect(await db.selectFrom("news").selectAll().where("user_id", "=", alice).execute()).toEqual([]);
    expect(await db.selectFrom("known_devices").selectAll().where("user_id", "=", alice).execute()).toEqual([]);
  });
});

describe("a right that ends within seven days", () => {
  const grant = (userId: number, categoryId: number | null, days: number) =>
    transact(shop.upstream.services.db, (trx) =>
      grantRight(trx, shop.upstream.services, { userId, categoryId, days, source: "operator", orderId: null }),
    );
  const sweepTwiceAtOnce = () => Promise.all([sweep(shop.upstream.services), sweep(shop.upstream.services)]);

  it("is announced once, not earlier, and not if reading continues under another right", async () => {
    const [alice, bob, carol] = [await someone(), await someone(), await someone()];
    await grant(alice, shop.categories.growth, 10);
    await grant(bob, shop.categories.retention, 10);
    await grant(bob, shop.categories.growth, 20);
    await grant(carol, null, 10);
    await grant(carol, null, 10);
    await sweepTwiceAtOnce();
    expect(await told(alice)).toEqual([]);
    shop.wait(3 * DAY);
    await sweepTwiceAtOnce();
    await sweep(shop.upstream.services);
    // 2026-03-11T08:00Z in Chinese time.
    const title = "你的知库权益「增长」将于 3 月 11 日 16:00 到期";
    expect(await told(alice)).toMatchObject([{ title, target: { path: "/zhiku/rights" } }]);
    expect(await told(bob)).toEqual([]);
    expect(await told(carol)).toEqual([]);
    shop.wait(10 * DAY);
    await sweepTwiceAtOnce();
    expect((await told(bob)).map((one) => one.title)).toEqual([title.replace("11", "21")]);
    expect((await told(carol)).map((one) => one.title)).toEqual(["你的知库权益「全部分类」将于 3 月 21 日 16:00 到期"]);
    shop.wait(DAY);
    await sweepTwiceAtOnce();
    expect(await told(alice)).toHaveLength(1);
  });
});

describe("a login", () => {
  it("from a device never seen before is notified, but not from the first or a known one", async () => {
    const phone = "13700009001";
    const login = async (device: string) => {
      const code = await sentCode(shop.upstream, phone);
      return shop.upstream.call(userApi.loginOrRegisterByPhone, { body: { phone, code } }, { device, ip: "192.0.2.9" });
    };
    const { userId, token } = await login("os=Windows; browser=Chrome");
    await shop.upstream.call(userApi.logout, {}, { token });
    await login("os=Windows; browser=Chrome");
    expect(await told(userId)).toEqual([]);
    await login("os=iOS; browser=WeChat");
    await login("os=iOS; browser=WeChat");
    await login("os=Windows; browser=Chrome");
    expect(await told(userId)).toMatchObject([
      {
        title: "你的账号在新设备上登录：iOS · WeChat",
        excerpt: expect.stringContaining("192.0.2.9"),
        target: { path: "/account/secure" },
      },
    ]);
  });
});
