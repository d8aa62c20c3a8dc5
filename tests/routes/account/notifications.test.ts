import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notificationApi } from "#app/contract/notification/notification";
import { encodeId } from "#app/server/urls/short-id.server";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";

let world: World;
let bob: Reader;

beforeAll(async () => {
  world = await createWorld();
  bob = await world.as(world.seed.bob);
});
afterAll(() => world.close());

const linksIn = (page: string) => [...page.matchAll(/<li class="news__one[\s\S]*?<\/li>/g)].map(([item]) => item);
const unread = async () => (await world.upstream.call(notificationApi.unreadCount, {}, { as: world.seed.bob })).total;

describe("an action by others", () => {
  test("is counted on the bell and listed, with a link to the very comment", async () => {
    const { seed, write } = world;
    const before = await unread();
    const place = { targetKind: "answer" as const, targetId: seed.answer };
    const comment = await write.comment({ authorId: seed.alice, ...place, text: "这里想再问一句" });
    expect(await unread()).toBe(before + 1);
    expect((await bob.get("/about")).text).toContain(`通知，${before + 1} 条未读`);

    const page = (await bob.get("/notifications/comment")).text;
    const [first = ""] = linksIn(page);
    expect(first).toContain("news__one--new");
    expect(first.replaceAll("<!-- -->", "")).toContain("评论了你的回答");
    expect(first).toContain("这里想再问一句");
    const answer = encodeId(seed.answer);
    const href = `/question/${encodeId(seed.question)}?aid=${answer}&amp;comments=answer-${answer}&amp;cursor=${comment + 1}&amp;comment=${comment}#comment-${comment}`;
    const open = /href="(\/notifications\?[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
    // Neither a link on another site nor a prefetch reads it.
    for (const [name, value] of [
      ["sec-fetch-site", "cross-site"],
      ["sec-purpose", "prefetch"],
    ] as const)
      expect((await bob.get(open, { headers: { [name]: value } })).location).toBe(href.replaceAll("&amp;", "&"));
    expect(await unread()).toBe(before + 1);
    // Following it does, without scripts, and from then on the link is direct.
    expect((await bob.get(open)).location).toBe(href.replaceAll("&amp;", "&"));
    expect(await unread()).toBe(before);
    const [read = ""] = linksIn((await bob.get("/notifications/comment")).text);
    expect(read).not.toContain("news__one--new");
    expect(read).toContain(`href="${href}"`);
    const target = await bob.get(href.replaceAll("&amp;", "&").replace(/#.*/, ""));
    expect(target.status).toBe(200);
    expect(target.text).toContain(`id="comment-${comment}"`);
  });

  test("is marked as read with a button, of one kind or all, also without scripts", async () => {
    const place = { targetKind: "answer" as const, targetId: world.seed.answer };
    await world.write.comment({ authorId: world.seed.alice, ...place, text: "再问一句" });
    const from = { headers: { referer: `${ORIGIN}/notifications/comment` } };
    expect(await unread()).toBeGreaterThan(0);
    const { status, location } = await bob.submit("/actions/read-news", { kind: "comment" }, from);
    expect([status, location]).toEqual([302, "/notifications/comment"]);
    expect((await bob.get("/notifications/comment")).text).not.toContain("news__one--new");
    // When nothing is left, there is no button to mark it as read.
    expect((await bob.get("/notifications/comment")).text).toContain("全部已读");
    await bob.submit("/actions/read-news", {}, from);
    expect(await unread()).toBe(0);
    expect((await bob.get("/notifications/comment")).text).not.toContain("全部已读");
    expect((await bob.get("/about")).text).not.toContain("条未读");
  });

  test("is listed beside system notifications, which are sentences with links", async () => {
    const { services } = world.upstream;
    const message = { kind: "credential-changed", credential: "weixin-bound" } as const;
    await transact(services.db, (trx) =>
      notifyBySystem(trx, { userId: world.seed.bob, message, at: services.clock().toISOString() }),
    );
    const page = (await bob.get("/notifications/system")).text;
    const [first = ""] = linksIn(page);
    expect(first).toContain("news__one--new");
    expect(first).toMatch(/<a[^>]* href="[^"]*to=%2Faccount%2Fsecure"[^>]*>你的账号绑定了微信<\/a>/);
    expect(page).toContain("如果不是你本人");
    // The bell leads to the list with news; with nothing new, to the first.
    expect((await bob.get("/about")).text).toContain('href="/notifications?unread=1"');
    expect((await bob.get("/notifications?unread=1")).location).toBe("/notifications/system");
    await bob.submit("/actions/read-news", { kind: "system" });
    expect((await bob.get("/about")).text).not.toContain('href="/notifications?unread=1"');
    expect((await bob.get("/notifications?unread=1")).location).toBe("/notifications/comment");
  });

  test("is private", async () => {
    const stranger = await world.as(null);
    expect((await stranger.submit("/actions/read-news", {})).location).toBe("/login?next=%2F");
    expect((await stranger.get("/notifications/comment")).location).toBe("/");
  });
});
