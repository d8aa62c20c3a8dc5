import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redirects } from "#app/redirects";
import { encodeId } from "#app/server/urls/short-id.server";
import { OPEN_REDIRECTS } from "#tests/fixtures/open-redirects";
import { addStaff } from "#tests/upstream/support/staff";
import { createWorld, ORIGIN, type Reader, type World } from "#tests/world/world";
import { hashPassword } from "#upstream/services/password/hash-password";

const STATE = "a".repeat(43);
let world: World;
let anonymous: Reader;
let member: Reader;

beforeAll(async () => {
  world = await createWorld();
  anonymous = await world.as(null);
  member = await world.as(world.seed.alice);
  // The cheapest possible hash, as it is verified for every target.
  const password_hash = await hashPassword("correct horse", 16);
  await world.upstream.services.db.updateTable("users").set({ password_hash }).execute();
});
afterAll(() => world.close());
beforeEach(() => world.upstream.services.db.deleteFrom("rate_limits").execute());

const escaped = encodeURIComponent;
/** A header can't contain every character of a URL. */
const inHeader = (target: string) => encodeURI(target).replace(/%25/g, "%").replace(/%5C/g, "\\");

/** Whether a browser at our site that is redirected there stays on it. */
function stays(location: string | null): boolean {
  if (location === null || !/^\/(?![/\\])[^\\\s]*$/.test(location)) return false;
  return new URL(location, ORIGIN).origin === new URL(ORIGIN).origin;
}

/** Each parameter that sets the next page, and the resulting redirect (null: none). */
const DOORS: Record<string, (target: string) => Promise<(string | null)[]>> = {
  "the login page's link": async (target) => {
    const { routes } = await anonymous.data(`/login?next=${escaped(target)}`);
    return [nextOf(routes, "routes/login")];
  },
  "the login page, of a member": async (target) => [(await member.get(`/login?next=${escaped(target)}`)).location],
  "a login": async (target) => {
    const fields = {
      intent: "login",
      method: "password",
      phone: "13800000002",
      password: "correct horse",
      next: target,
    };
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    return [(await (await world.as(null)).submit("/login", fields)).location];
  },
  "a login that is refused": async (target) => {
    const { text } = await anonymous.submit("/login", { intent: "login", phone: "1", next: target });
    return [/name="next" value="([^"]*)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? null];
  },
  "the end of a registration": async (target) => {
    const { db } = world.upstream.services;
    await db.updateTable("users").set({ registration_pending: 1 }).where("id", "=", world.seed.alice).execute();
    const { routes } = await member.data(`/login/complete?next=${escaped(target)}`);
    const done = await member.submit("/login/complete", { nickname: "新名字", next: target });
    return [nextOf(routes, "routes/complete-registration"), done.location];
  },
  "the page of a comment": async (target) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    const { routes } = await member.data(`/write/comment?on=article:${world.seed.article}&next=${escaped(target)}`);
    const body = { on: `article:${world.seed.article}`, text: "说得好", next: target };
    return [nextOf(routes, "routes/write/comment"), (await member.submit("/write/comment", body)).location];
  },
  "the page of a report": async (target) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    const path = `/report?on=case:${world.seed.case}&next=${escaped(target)}`;
    const { routes } = await member.data(path);
    return [nextOf(routes, "routes/report"), (await member.submit(path, { reason: "spam" })).location];
  },
  "a claim in the console": async (target) => {
    const moderator = await world.as(await addStaff(world.upstream, "moderator"));
    const fields = { queue: "review", target: "1", next: target };
    return [(await moderator.submit("/admin/claim", fields)).location];
  },
  "the end of a professional profile": async (target) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    const fields = { name: "林知远", company: "某公司", department: "产品部", position: "经理", email: "a@b.cn" };
    const path = `/zhiku/profile?back=${escaped(target)}`;
    return [(await member.submit(path, { ...fields, phone: "13800000001" })).location];
  },
  "the page of a notification": async (target) => [
    (await member.get(`/notifications?id=1&to=${escaped(target)}`)).location,
  ],
  "what is bought": async (target) => {
    await world.upstream.services.db.deleteFrom("rate_limits").execute();
    const wanted = { offerId: String(world.seed.offer), requestId: randomUUID(), agreed: "1" };
    const { location } = await member.submit(`/zhiku/rights?back=${escaped(target)}`, wanted);
    return [location, new URL(location ?? "/", ORIGIN).searchParams.get("back") ?? "/"];
  },
  "WeChat, before and after": async (target) => {
    const reader = await world.as(null);
    await reader.get(`/login/weixin?next=${escaped(target)}`);
    const [kept] = JSON.parse(Buffer.from(reader.cookies.get("weixin") ?? "", "base64url").toString()) as [
      { next: string },
    ];
    // A forged cookie.
    const forged = JSON.stringify([{ state: STATE, purpose: "login", next: target, until: 32_503_680_000 }]);
    reader.cookies.set("weixin", Buffer.from(forged).toString("base64url"));
    const refused = await reader.get(`/wechat-author?state=${STATE}`);
    const { searchParams } = new URL(refused.location ?? "/", ORIGIN);
    return [kept.next, refused.location, searchParams.get("next") ?? "/"];
  },
  "WeChat's state and object": async (target) => {
    const page = await anonymous.get(`/wxlogin?state=${escaped(target)}&obj=${escaped(target)}`);
    const back = await anonymous.get(`/wechat-author?state=${escaped(target)}&code=${escaped(target)}`);
    // An empty one counts as none.
    return [page.location ?? "/", back.location];
  },
  "where a form came from": async (target) => {
    const referers = [inHeader(target), `${ORIGIN}${inHeader(target)}`];
    const locations: (string | null)[] = [];
    for (const referer of referers) {
      const from = { headers: { referer } };
      locations.push((await anonymous.submit("/actions/logout", {}, from)).location);
      const fields = { reaction: `like:article:${world.seed.article}:on`, anchor: target };
      const { location } = await anonymous.submit("/actions/reaction", fields, from);
      locations.push(location, new URL(location ?? "/", ORIGIN).searchParams.get("next") ?? "/");
    }
    return locations;
  },
  "addresses that lead on": async (target) => {
    const locations: (string | null)[] = [];
    for (const { from } of redirects.filter(({ from }) => from.includes(":id"))) {
      locations.push(
        (await anonymous.get(`/${from.replace(":id", escaped(target) || "x")}?q=${escaped(target)}`)).location,
      );
    }
    // No page has such a URL: not found, or a redirect.
    return locations.map((location) => location ?? "/");
  },
};

function nextOf(routes: unknown, id: string): string | null {
  const one = (routes as Record<string, { data?: { next?: string } }>)[id];
  return one?.data?.next ?? null;
}

test("there are enough payloads", () => expect(OPEN_REDIRECTS.length).toBeGreaterThanOrEqual(150));

/**
 * Each entry is tested with one target in four, and vice versa: neighbours in the list are variants of one idea, and
 * the function behind all entries is tested with every target in safe-path.test.ts.
 */
const STEP = Number(process.env.REDIRECTS_STEP ?? 4);

test.each(Object.keys(DOORS).map((door, index) => [door, index] as const))(
  "%s redirects nobody to another site",
  async (door, index) => {
    const leaves: [string, string | null][] = [];
    for (const target of OPEN_REDIRECTS.filter((_, n) => n % STEP === index % STEP)) {
      for (const location of (await DOORS[door]?.(target)) ?? []) if (!stays(location)) leaves.push([target, location]);
    }
    expect(leaves).toEqual([]);
  },
  60_000,
);

describe("the notice before a link elsewhere", () => {
  test("redirects nobody by itself, and shows the target as the browser parses it", async () => {
    for (const target of OPEN_REDIRECTS) {
      const { status, location, routes } = await anonymous.data(`/link?to=${escaped(target)}`);
      expect(location, target).toBeNull();
      if (status !== 200) continue;
      const { data } = (routes as Record<string, { data: { href: string; host: string } }>)["routes/link"] ?? {};
      if (!data) continue;
      const { protocol, host, username, password } = new URL(data.href);
      expect(["http:", "https:"], target).toContain(protocol);
      expect([host, username, password], target).toEqual([data.host, "", ""]);
    }
  });
});

test("paths of this site still work", async () => {
  const path = `/article/${encodeId(world.seed.article)}?a=b`;
  for (const [door, lead] of Object.entries(DOORS)) {
    if (/^(the login page, of|where|WeChat's|addresses)/.test(door)) continue;
    expect(
      (await lead(path)).some((location) => location?.startsWith(path)),
      door,
    ).toBe(true);
  }
});
