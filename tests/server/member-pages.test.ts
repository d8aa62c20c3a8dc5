import { decode } from "turbo-stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { paths } from "#app/paths";
import { encodeId } from "#app/server/urls/short-id.server";
import { PAGE_DATA } from "#framework/server/whole-page";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type World } from "#tests/world/world";
import { setUserFollow } from "#upstream/modules/follow/write";
import { setLike } from "#upstream/modules/like/write";
import { createUser } from "#upstream/modules/user/write";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { type Served, serveWorld } from "./serve-world";

// React as in production: its warnings of each page are those of `tests/routes`.
vi.hoisted(() => {
  process.env.NODE_ENV = "production";
});

/** Placeholder for seed data in pages. */
const NO_SEED = new Proxy({}, { get: () => 1 }) as Seed;

/** Nicknames, headlines and pictures, each with its escaped form. */
const PEOPLE: [nickname: string, headline: string, avatar: string][] = [
  ["沈知行", "写字的人", "/oss/2026/11/a1b2c3.webp"],
  ["<b>&amp;\"'", "</script><script>alert(1)</script>", ""],
  ["反\\斜\\n", "", "/oss/avatar.svg"],
  ["😀👩‍👩‍👧", "\u2028\u2029", "https://thirdwx.qlogo.cn/mmopen/vi_32/abc-DEF_0/132"],
  ["$&$1$$", "{{x}} $<y>", "/oss/demo/x.png"],
  ["value", "true", ""],
  ["零", "a".repeat(60), "/oss/2026/10/zz.jpeg"],
  ["ab", "ab", ""],
];
const PROFILE = { name: "林知远", company: "某公司", department: "产品部", position: "经理", email: "lin@example.com" };
const MEMBERS = 20;
/** Names of pages, with any seed data. */
const NAMES = publicPages(NO_SEED).map(([name]) => name);

let world: World;
let filling: Served;
let rendering: Served;
const members: { id: number; cookie: string; nickname: string; phone: string }[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T08:00:00Z") });
  world = await createWorld({ clock: () => new Date() });
  const { services, tokenOf } = world.upstream;
  for (let n = 0; n < MEMBERS; n += 1) {
    const [name, headline, avatar] = PEOPLE[n % PEOPLE.length] ?? ["", "", ""];
    // With a character that no hash contains: a script's URL may contain "ab15".
    const nickname = n >= PEOPLE.length ? `${name}·${n}` : name;
    const phone = n % 3 ? `86139000${10000 + n}` : null;
    const { id } = await world.write.inside((trx) =>
      createUser(trx, services, { nickname, headline, avatar, ...(phone && { phone }) }),
    );
    members.push({ id, nickname, phone: phone ?? "", cookie: `token=${await tokenOf(id)}` });
  }
  // Members who have done something see it on the page; a dozen have done nothing, or the same.
  const { seed, write } = world;
  const [first, second, third] = members;
  for (const member of [first, second, third]) {
    await write.inside((trx) =>
      setLike(trx, services, { userId: member?.id ?? 0, targetKind: "article", targetId: seed.article, on: true }),
    );
  }
  await write.inside((trx) =>
    setUserFollow(trx, services, { followerId: second?.id ?? 0, followedId: seed.alice, on: true }),
  );
  await write.comment({
    targetKind: "article",
    targetId: seed.article,
    authorId: third?.id ?? 0,
    text: "我来说一句",
  });
  members.push({ id: seed.alice, nickname: "林致远", phone: "", cookie: `token=${await tokenOf(seed.alice)}` });
  filling = await serveWorld(world, { compareEvery: 7 });
  rendering = await serveWorld(world, { config: { memberPagesBytes: 0 } });
});
afterAll(async () => {
  vi.useRealTimers();
  await filling.close();
  await rendering.close();
  await world.close();
});

/** Unique values of each rendering: the keys of its forms and orders. */
const OWN_KEY = /(?<=name="(?:idempotencyKey|requestId)" value=")[0-9a-f-]{32,36}(?=")/g;
const PASSING = new Set(["content-length", "date", "etag", "x-request-id"]);

/** A page's parts: its markup, the decoded loader data, and its headers. */
async function taken(served: Served, path: string, cookie: string) {
  const response = await served.get(path, { cookie, "accept-encoding": "identity" });
  const html = await response.text();
  const at = html.lastIndexOf(PAGE_DATA);
  const json = at < 0 ? null : html.slice(at + PAGE_DATA.length, html.indexOf("</script>", at));
  const data = json && (await decode(new Blob([json]).stream())).value;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !PASSING.has(name)));
  return {
    status: response.status,
    markup: html.slice(0, at).replace(OWN_KEY, "key"),
    data: JSON.stringify(data).replace(/(?<="requestId":")[0-9a-f-]{36}/g, "key"),
    headers,
  };
}

/** The first difference between two texts, with some context of each; null if they are equal. */
function difference(a: unknown, b: unknown): [string, string] | null {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)];
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return [one.slice(Math.max(0, at - 80), at + 80), other.slice(Math.max(0, at - 80), at + 80)];
}

describe("a member's page equals a fresh rendering", () => {
  test.each(NAMES)("%s", async (name) => {
    const path = new Map(publicPages(world.seed)).get(name) ?? "";
    for (const { cookie, nickname } of members) {
      const [expected, given] = [await taken(rendering, path, cookie), await taken(filling, path, cookie)];
      expect([nickname, difference(expected, given)]).toEqual([nickname, null]);
    }
  });
});

describe("a cached page", () => {
  test("contains no member's own text", () => {
    const texts = filling.memberPages?.texts() ?? [];
    expect(texts.length).toBeGreaterThan(NAMES.length / 2);
    const { entries, bytes } = filling.memberPages?.stats() ?? { entries: 0, bytes: 0 };
    expect([entries > 0, bytes > 0]).toEqual([true, true]);
    const own = members.flatMap(({ nickname, phone }) => [
      nickname,
      phone && `${phone.slice(2, 5)}****${phone.slice(-4)}`,
    ]);
    // Authors of displayed texts are named there. `value` is in every form.
    const secret = own.filter((text) => text && text.length > 2 && !/林致远|反|value/.test(text));
    expect(secret.length).toBeGreaterThan(MEMBERS);
    for (const text of secret) {
      const escaped = JSON.stringify(text).slice(1, -1);
      expect([text, texts.filter((one) => one.includes(escaped)).length]).toEqual([text, 0]);
    }
  });

  test("is compared with a fresh rendering now and then, and never differed", () => {
    const { filled, compared, different } = filling.memberPages?.stats() ?? {};
    expect(filled).toBeGreaterThan(200);
    expect(compared).toBeGreaterThan(10);
    expect(different).toBe(0);
  });
});

describe("a page that is filled in", () => {
  const article = () => new Map(publicPages(world.seed)).get("article") ?? "";

  test("shows at once what its reader has done, and what others have", async () => {
    const [, , , fourth] = members;
    const { services } = world.upstream;
    const text = async () => (await filling.get(article(), { cookie: fourth?.cookie ?? "" })).text();
    const liked = async (on: boolean) =>
      world.write.inside((trx) =>
        setLike(trx, services, { userId: fourth?.id ?? 0, targetKind: "article", targetId: world.seed.article, on }),
      );
    const before = filling.memberPages?.stats().filled ?? 0;
    const states: boolean[] = [];
    for (const on of [true, false, true]) {
      await liked(on);
      states.push(
        /aria-pressed="true"[^>]*>.{0,400}?喜欢/s.test(await text()) === on || /已喜欢/.test(await text()) === on,
      );
    }
    expect(states).toEqual([true, true, true]);
    await world.write.comment({
      targetKind: "article",
      targetId: world.seed.article,
      authorId: world.seed.bob,
      text: "这是刚写下的",
    });
    expect(await text()).toContain("这是刚写下的");
    expect(filling.memberPages?.stats().filled).toBeGreaterThanOrEqual(before);
  });

  test("is rendered once for all concurrent readers, and again after the next change", async () => {
    const cookie = members[6]?.cookie ?? "";
    const comment = { targetKind: "article", targetId: world.seed.article, authorId: world.seed.bob } as const;
    for (const text of ["写在第一次之前", "写在第二次之前"]) {
      await world.write.comment({ ...comment, text });
      const before = filling.memberPages?.stats();
      const asked = Array.from({ length: 10 }, async () => (await filling.get(article(), { cookie })).text());
      const pages = await Promise.all(asked);
      const after = filling.memberPages?.stats();
      expect((after?.rendered ?? 0) - (before?.rendered ?? 0)).toBe(1);
      expect((after?.filled ?? 0) - (before?.filled ?? 0)).toBe(9);
      for (const page of pages) expect(page).toContain(text);
    }
  });

  test("has new keys in its forms each time", async () => {
    const keys = new Set<string | undefined>();
    for (const { cookie } of [members[6], members[6], members[7], members[2], members[2]].flatMap((one) => one ?? [])) {
      keys.add((await (await filling.get(article(), { cookie })).text()).match(OWN_KEY)?.[0]);
    }
    expect(keys.has(undefined)).toBe(false);
    expect(keys.size).toBe(5);
  });

  test("is rendered while the versions can't be read", async () => {
    const { program } = world.upstream;
    let broken: readonly string[] = [];
    const unless = <T>(name: string, read: () => T) =>
      broken.includes(name) ? Promise.reject(new Error("no connection")) : read();
    const versions: typeof program.versions = {
      // Something was written since, so that not knowing what is not enough.
      now: () => unless("now", async () => (await program.versions.now()) + Number(broken.includes("latest"))),
      latest: (keys) => unless("latest", () => program.versions.latest(keys)),
    };
    const served = await serveWorld({
      remix: world.remix,
      upstream: { ...world.upstream, program: { ...program, versions } },
    });
    const cookie = members[6]?.cookie ?? "";
    await served.get(article(), { cookie });
    for (const names of [[], ["latest"], ["latest", "now"]]) {
      broken = names;
      for (const path of [article(), "/question"]) expect((await served.get(path, { cookie })).status).toBe(200);
    }
    expect(served.memberPages?.stats().filled).toBe(1);
    await served.close();
  });

  test("is not sent for a session that has ended", async () => {
    const [, , , , fifth] = members;
    const cookie = fifth?.cookie ?? "";
    expect(await (await filling.get(article(), { cookie })).text()).toContain("的菜单");
    await world.upstream.services.db
      .deleteFrom("sessions")
      .where("user_id", "=", fifth?.id ?? 0)
      .execute();
    const ended = await filling.get(article(), { cookie });
    expect(await ended.text()).not.toContain("的菜单");
    expect(ended.headers.get("set-cookie")).toContain("Max-Age=0");
  });

  test("opens a document on a visit by somebody with the right, also after it was fetched for another purpose", async () => {
    const { services, tokenOf } = world.upstream;
    const path = new Map(publicPages(world.seed)).get("zhiku document") ?? "";
    const readers = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const { id } = await world.write.inside((trx) => createUser(trx, services, { nickname: `读者${n}` }));
        const grant = { userId: id, categoryId: null, days: 30, source: "operator", orderId: null } as const;
        await world.write.inside(async (trx) => {
          await putZhikuProfile(trx, services, id, { ...PROFILE, phone: `1370000000${n}` });
          await grantRight(trx, services, grant);
        });
        return { id, cookie: `token=${await tokenOf(id)}` };
      }),
    );
    const opened = () =>
      services.db
        .selectFrom("zhiku_journeys")
        .select("user_id")
        .where(
          "user_id",
          "in",
          readers.map(({ id }) => id),
        )
        .execute();
    for (const { cookie } of readers) {
      await filling.get(path, { cookie });
      await filling.get(path, { cookie, "sec-fetch-dest": "document", "sec-purpose": "prefetch" });
    }
    expect(await opened()).toEqual([]);
    for (const { cookie } of readers) await filling.get(path, { cookie, "sec-fetch-dest": "document" });
    expect((await opened()).map(({ user_id }) => user_id).sort()).toEqual(readers.map(({ id }) => id).sort());
  });

  test("is kept for its reader alone if it is about them, until something on it changes", async () => {
    const { services, tokenOf } = world.upstream;
    const articleId = await world.write.article({ authorId: world.seed.bob, title: "一篇新文章" });
    const path = paths.article(encodeId(articleId));
    const writers = await Promise.all(
      ["甲方", "乙方"].map(async (nickname) => {
        const { id } = await world.write.inside((trx) => createUser(trx, services, { nickname }));
        await world.write.comment({ targetKind: "article", targetId: articleId, authorId: id, text: "说一句" });
        return { id, nickname, cookie: `token=${await tokenOf(id)}` };
      }),
    );
    let renders = 0;
    const served = await serveWorld(world, {
      onRender() {
        renders += 1;
      },
    });
    /** Renders that the writers' pages take; each page must be its reader's. */
    const rendersFor = async () => {
      const before = renders;
      for (const { id, nickname, cookie } of writers) {
        const { markup, data } = await taken(served, path, cookie);
        expect(markup).toContain(`${nickname}的菜单`);
        expect(data).toContain(`"userId":${id},`);
        expect(markup).toEqual((await taken(rendering, path, cookie)).markup);
      }
      return renders - before;
    };
    // Nobody knows yet that it is about the first of them.
    expect([await rendersFor(), await rendersFor()]).toEqual([3, 0]);
    await world.write.comment({
      targetKind: "article",
      targetId: articleId,
      authorId: world.seed.bob,
      text: "谢谢两位",
    });
    expect([await rendersFor(), await rendersFor()]).toEqual([2, 0]);
    await world.write.inside((trx) =>
      setLike(trx, services, { userId: writers[0]?.id ?? 0, targetKind: "article", targetId: articleId, on: true }),
    );
    expect([await rendersFor(), await rendersFor()]).toEqual([2, 0]);
    await served.close();
  });

  test("is different if a message is to be shown, and the next is without it", async () => {
    const cookie = members[5]?.cookie ?? "";
    const flash = `flash=${Buffer.from(JSON.stringify(["success", "已保存"])).toString("base64url")}`;
    expect(await (await filling.get(article(), { cookie: `${cookie}; ${flash}` })).text()).toContain("已保存");
    expect(await (await filling.get(article(), { cookie })).text()).not.toContain("已保存");
  });

  test("leaves a message for the page navigated to, when this one is prefetched", async () => {
    const cookie = `${members[5]?.cookie}; flash=${Buffer.from(JSON.stringify(["success", "已保存"])).toString("base64url")}`;
    const ahead = await filling.get(article(), { cookie, purpose: "prefetch", "sec-fetch-dest": "empty" });
    expect(await ahead.text()).not.toContain("已保存");
    expect(ahead.headers.getSetCookie().filter((one) => one.startsWith("flash="))).toEqual([]);
    expect(await (await filling.get(article(), { cookie, "sec-fetch-dest": "empty" })).text()).toContain("已保存");
  });

  test("responds with 304 to a matching ETag", async () => {
    const cookie = members[6]?.cookie ?? "";
    const about = new Map(publicPages(world.seed)).get("about") ?? "";
    await filling.get(about, { cookie });
    const first = await filling.get(about, { cookie });
    const again = await filling.get(about, { cookie, "if-none-match": first.headers.get("etag") ?? "" });
    expect([first.status, again.status]).toEqual([200, 304]);
    expect(first.headers.get("content-encoding")).toBe("gzip");
  });
});
