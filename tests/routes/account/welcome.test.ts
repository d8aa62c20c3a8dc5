import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "#tests/world/world";
import { fakePictureUrl } from "#upstream/services/wechat/fake-pictures";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let newcomers = 0;
/** A member who has not chosen a nickname yet. */
async function newcomer() {
  newcomers += 1;
  const id = await world.upstream.addUser(`新人${newcomers}`, null);
  const { db } = world.upstream.services;
  await db.updateTable("users").set({ registration_pending: 1 }).where("id", "=", id).execute();
  return { id, reader: await world.as(id) };
}

describe("the first steps of a new member", () => {
  test("are shown once, after the choice of a nickname, and lead on to the requested page", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const name = `甲${one.id}`;
    expect((await one.reader.submit("/login/complete", { nickname: name, next: "/" })).location).toBe("/welcome");
    const away = await other.reader.submit("/login/complete", { nickname: `乙${other.id}`, next: "/about" });
    expect(away.location).toBe("/about");
    const { text } = await one.reader.get("/welcome");
    expect(text).toContain(`欢迎，${name}`);
    expect(text).toContain(">跳过</a>");
  });

  test("follow what is ticked and nothing else; ticking nothing is fine", async () => {
    const { id, reader } = await newcomer();
    const { text } = await reader.get("/welcome");
    const topic = /name="topic" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const person = /name="person" value="(\d+)"/.exec(text)?.[1] ?? "";
    expect([topic, person]).not.toContain("");
    const { db } = world.upstream.services;
    const followed = async () => [
      (await db.selectFrom("tag_follows").select("tag").where("user_id", "=", id).execute()).map(({ tag }) => tag),
      (await db.selectFrom("user_follows").select("followed_id").where("follower_id", "=", id).execute()).map(
        ({ followed_id }) => String(followed_id),
      ),
    ];
    expect((await reader.submit("/welcome", { next: "/" })).location).toBe("/");
    expect(await followed()).toEqual([[], []]);
    expect((await reader.submit("/welcome", { next: "//evil.example", topic, person })).location).toBe("/");
    expect(await followed()).toEqual([[topic], [person]]);
    expect((await reader.get("/welcome")).text).not.toContain(`name="person" value="${person}"`);
  });

  test("are for members; others log in and return", async () => {
    const stranger = await world.as(null);
    expect((await stranger.get("/welcome")).location).toBe(`/login?next=${encodeURIComponent("/welcome")}`);
  });

  test("the field contains the nickname from WeChat", async () => {
    const { id, reader } = await newcomer();
    const { db } = world.upstream.services;
    await db.updateTable("users").set({ nickname: "微信里的名字" }).where("id", "=", id).execute();
    expect((await reader.get("/login/complete")).text).not.toContain('value="微信里的名字"');
    await db
      .insertInto("identities")
      .values({
        provider: "wechat",
        subject: `o${id}`,
        user_id: id,
        nickname: "微信里的名字",
        created_at: "2026-01-01",
      })
      .execute();
    expect((await reader.get("/login/complete")).text).toContain('value="微信里的名字"');
  });

  describe("offer the picture that WeChat has", () => {
    /** A new member from WeChat, with a picture there. */
    async function fromWechat(picture = fakePictureUrl("o-demo-1")) {
      const one = await newcomer();
      await world.upstream.services.db
        .insertInto("identities")
        .values({
          provider: "wechat",
          subject: `p${one.id}`,
          user_id: one.id,
          nickname: "名字",
          picture,
          created_at: "2026-01-01",
        })
        .execute();
      return one;
    }
    const pictureOf = async (id: number) =>
      (await world.upstream.services.db.selectFrom("users").select("avatar").where("id", "=", id).executeTakeFirst())
        ?.avatar;
    const BOX = 'name="picture"';

    test("which becomes theirs if they tick it, and is not fetched before", async () => {
      const { id, reader } = await fromWechat();
      const real = world.upstream.services.guardedFetch;
      const fetched: string[] = [];
      world.upstream.services.guardedFetch = (url, wanted) => {
        fetched.push(url);
        return real(url, wanted);
      };
      try {
        expect((await reader.get("/welcome")).text).toContain(BOX);
        expect((await reader.submit("/welcome", { next: "/" })).location).toBe("/");
        expect([fetched, await pictureOf(id)]).toEqual([[], ""]);
        expect((await reader.submit("/welcome", { next: "/", picture: "yes" })).location).toBe("/");
        expect(fetched).toEqual([fakePictureUrl("o-demo-1")]);
      } finally {
        world.upstream.services.guardedFetch = real;
      }
      expect(await pictureOf(id)).toMatch(/^\/oss\/avatar\/\d{6}\/[0-9a-f]{32}\.webp$/);
      expect((await reader.get("/welcome")).text).not.toContain(BOX);
      // Submitted twice.
      expect((await reader.submit("/welcome", { next: "/", picture: "yes" })).location).toBe("/");
    });

    test("and if it can't be fetched say so at its box, keep all ticks, and can be continued", async () => {
      const { id, reader } = await fromWechat("http://127.0.0.1/picture.jpg");
      const topic = /name="topic" value="([^"]+)"/.exec((await reader.get("/welcome")).text)?.[1] ?? "";
      const { status, text } = await reader.submit("/welcome", { next: "/", picture: "yes", topic });
      expect(status).toBe(422);
      expect(text).toContain("取不到这张图片：地址不在公开的网络上");
      expect(text).toMatch(new RegExp(`<input[^>]*${BOX}[^>]*checked=""`));
      expect(text).toMatch(
        new RegExp(
          `<input[^>]*name="topic"[^>]*value="${topic}"[^>]*checked=""|<input[^>]*name="topic"[^>]*checked=""[^>]*value="${topic}"`,
        ),
      );
      expect(await pictureOf(id)).toBe("");
      expect((await reader.submit("/welcome", { next: "/", topic })).location).toBe("/");
    });
  });
});
