import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { publicPages } from "#tests/world/page-kinds";
import type { Seed } from "#tests/world/seed-world";
import { createWorld, type World } from "#tests/world/world";
import { createUser } from "#upstream/modules/user/write";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { type Served, serveWorld } from "./serve-world";

/** Maximum statements of such a page for a member, after others have loaded it. */
const STATEMENTS_MAX = 8;
const PROFILE = { name: "林知远", company: "某公司", department: "产品部", position: "经理", email: "lin@example.com" };
/** Frequently opened pages. */
const NAMES = ["home", "home, latest", "questions", "question", "answer", "article", "case", "zhiku document"] as const;

let world: World;
let served: Served;
let cookie: string;

beforeAll(async () => {
  // Cached replies are not compared with new ones here, which would cost the saved statements.
  world = await createWorld({ config: { checkReplies: false } });
  const { services, tokenOf } = world.upstream;
  const { id } = await world.write.inside(async (trx) => {
    const reader = await createUser(trx, services, { nickname: "读者" });
    await putZhikuProfile(trx, services, reader.id, { ...PROFILE, phone: "13700000001" });
    await grantRight(trx, services, {
      userId: reader.id,
      categoryId: null,
      days: 30,
      ...({ source: "operator", orderId: null } as const),
    });
    return reader;
  });
  cookie = `token=${await tokenOf(id)}`;
  served = await serveWorld(world);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await served.close();
  await world.close();
});

test("the pages exist", () => {
  const known = publicPages(new Proxy({}, { get: () => 1 }) as Seed).map(([name]) => name);
  expect(NAMES.filter((name) => !known.includes(name))).toEqual([]);
});

test.each(NAMES)(
  "%s takes few statements for a member, and the version once, and is not rendered again",
  async (name) => {
    const path = new Map<string, string>(publicPages(world.seed)).get(name) ?? "";
    const { connection, versions } = world.upstream.services;
    const read = async () => (await served.get(path, { cookie })).text();
    await read();
    await read();
    const before = { statements: connection.statements(), filled: served.memberPages?.stats().filled ?? 0 };
    const version = vi.spyOn(versions, "now");
    await read();
    expect(version).toHaveBeenCalledTimes(1);
    expect(served.memberPages?.stats().filled).toBe(before.filled + 1);
    expect(connection.statements() - before.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
  },
);
