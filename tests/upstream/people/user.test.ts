import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { userApi } from "#app/contract/people/user";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { isUniqueViolation } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { DEPENDS_HEADER } from "#upstream/http/respond";
import { peopleById } from "#upstream/modules/author/people-by-id";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { createSession } from "#upstream/modules/user/session";
import { createUser, type NewUser, updateUser } from "#upstream/modules/user/write";

let upstream: TestUpstream;
let now = new Date("2026-03-01T08:00:00Z");
const add = async (user: NewUser) =>
  (await transact(upstream.services.db, (trx) => createUser(trx, upstream.services, user))).id;

const PROFILE = {
  nickname: "周以宁",
  avatar: "/oss/avatar/zhou.webp",
  headline: "产品经理",
  bio: "写需求，也拆需求。",
  company: "远山",
  city: "上海",
  collectionsPrivate: false,
};

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
});
afterAll(() => upstream.close());

describe("baseInfo", () => {
  test("returns a profile with counts, in one statement", async () => {
    const id = await add({ ...PROFILE, createdAt: "2025-01-02T03:04:05Z" });
    const { data, statements, dependsOn } = await upstream.measure(userApi.baseInfo, { query: { userId: id } });
    expect(data).toMatchObject({
      userId: id,
      nickname: "周以宁",
      avatar: "/oss/avatar/zhou.webp",
      headline: "产品经理",
      joinedAt: "2025-01-02T03:04:05.000Z",
      answerCount: 0,
      viewer: { followed: false, me: false },
    });
    expect(statements).toBe(1);
    expect(dependsOn).toEqual([`user/${id}`, `profile/${id}`]);
  });

  test("also returns whether the viewer follows, in one more statement", async () => {
    const [id, fan] = [await add(PROFILE), await add({ nickname: "韩墨" })];
    await upstream.services.db
      .insertInto("user_follows")
      .values({ follower_id: fan, followed_id: id, created_at: now.toISOString() })
      .execute();
    const { data, statements } = await upstream.measure(userApi.baseInfo, { query: { userId: id } }, { as: fan });
    expect(data.viewer).toEqual({ followed: true, me: false });
    expect(statements).toBe(2);
    const own = await upstream.measure(userApi.baseInfo, { query: { userId: id } }, { as: id });
    expect(own.data.viewer).toEqual({ followed: false, me: true });
    expect(own.statements).toBe(1);
  });

  test("shows the counts of private collections to their owner only", async () => {
    const id = await add({ ...PROFILE, collectionsPrivate: true });
    await upstream.services.db
      .updateTable("users")
      .set({ article_favorite_count: 3, case_favorite_count: 2 })
      .where("id", "=", id)
      .execute();
    const seen = await upstream.call(userApi.baseInfo, { query: { userId: id } });
    expect(seen).toMatchObject({ collectionsPrivate: true, articleFavoriteCount: 0, caseFavoriteCount: 0 });
    const own = await upstream.call(userApi.baseInfo, { query: { userId: id } }, { as: id });
    expect(own).toMatchObject({ articleFavoriteCount: 3, caseFavoriteCount: 2 });
  });

  test("replies with NOT_FOUND for missing people", async () => {
    await expect(upstream.call(userApi.baseInfo, { query: { userId: 999_999 } })).rejects.toThrow("NOT_FOUND");
  });
});

describe("the own account", () => {
  test("returns a masked phone number and whether there is a password", async () => {
    const id = await add({ nickname: "秦勉", phone: "8613812345678", passwordHash: "x" });
    expect(await upstream.call(userApi.tokenQueryClientUser, {}, { as: id })).toMatchObject({
      userId: id,
      phone: "138****5678",
      hasPassword: true,
      weixinBound: false,
    });
    const bare = await add({ nickname: "无号" });
    expect(await upstream.call(userApi.tokenQueryClientUser, {}, { as: bare })).toMatchObject({
      phone: null,
      hasPassword: false,
    });
  });

  test("returns every field to the editor, in one statement", async () => {
    const id = await add({ ...PROFILE, phone: "8613900000000" });
    const { data, statements } = await upstream.measure(userApi.editor, {}, { as: id });
    expect(data).toEqual({
      ...PROFILE,
      userId: id,
      phone: "139****0000",
      weixinBound: false,
      loginName: "13900000000",
    });
    expect(statements).toBe(1);
  });

  test("refuses a caller without a token", async () => {
    await expect(upstream.call(userApi.tokenQueryClientUser, {})).rejects.toThrow("NOT_LOGIN");
  });
});

describe("writing", () => {
  test("a change shows at once and bumps everything that shows the name", async () => {
    const id = await add({ nickname: "旧名" });
    const before = await upstream.services.versions.now();
    await transact(upstream.services.db, (trx) => updateUser(trx, id, { ...PROFILE, nickname: "新名" }));
    expect((await upstream.call(userApi.baseInfo, { query: { userId: id } })).nickname).toBe("新名");
    for (const key of [`user/${id}`, `profile/${id}`] as const)
      expect(await upstream.services.versions.latest([key])).toBeGreaterThan(before);
  });

  test("a phone number belongs to one person", async () => {
    await add({ nickname: "甲", phone: "8613700000000" });
    const second = add({ nickname: "乙", phone: "8613700000000" });
    expect(await second.catch(isUniqueViolation)).toBe(true);
  });

  test("a closed account is gone, logged out and without identifying data", async () => {
    const id = await add({ ...PROFILE, phone: "8613600000000" });
    const token = await createSession(upstream.services.db, upstream.services, { userId: id });
    expect((await peopleById(upstream.services.db, [id])).get(id)).not.toHaveProperty("closed");
    await transact(upstream.services.db, (trx) => deleteUser(trx, upstream.services, id));
    await expect(upstream.call(userApi.baseInfo, { query: { userId: id } })).rejects.toThrow("NOT_FOUND");
    expect(await codeWith(token)).toBe("NOT_LOGIN");
    const row = await upstream.services.db
      .selectFrom("users")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ nickname: "已注销用户", phone: null, bio: "", avatar: "" });
    expect((await peopleById(upstream.services.db, [id])).get(id)).toMatchObject({
      nickname: "已注销用户",
      closed: true,
    });
  });
});

describe("sessions", () => {
  test("last 90 days, and only the hash of the token is stored", async () => {
    const id = await add({ nickname: "柳北" });
    const token = await createSession(upstream.services.db, upstream.services, { userId: id, device: "Chrome, macOS" });
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = await upstream.services.db.selectFrom("sessions").selectAll().where("user_id", "=", id).execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(await codeWith(token)).toBe("SUCCESS");
    const then = now;
    now = new Date(then.getTime() + 90 * 24 * 3600 * 1000);
    expect(await codeWith(token)).toBe("NOT_LOGIN");
    now = then;
  });
});

async function codeWith(token: string): Promise<string> {
  const request = new Request("http://upstream.test/api/user/tokenQueryClientUser", {
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await upstream.program.fetch(request);
  expect(response.headers.has(DEPENDS_HEADER)).toBe(false);
  return ((await response.json()) as { code: string }).code;
}
