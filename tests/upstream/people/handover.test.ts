import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminPersonApi } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { handoverApi } from "#app/contract/people/handover";
import { userApi } from "#app/contract/people/user";
import { mergedApi } from "#app/contract/reading/merged";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { codeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { createUser } from "#upstream/modules/user/write";

const DAY = 86_400_000;
let upstream: TestUpstream;
let write: Writer;
let owner: string;
let now = new Date("2026-05-01T00:00:00Z");
let n = 0;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(async () => {
  now = new Date(now.getTime() + 60_000);
  await upstream.services.db.deleteFrom("rate_limits").execute();
});

/** An author as created by an import, with a text. */
async function imported(): Promise<{ id: number; name: string; article: number }> {
  n += 1;
  const name = `搬来的作者${n}`;
  const { id } = await transact(upstream.services.db, (trx) => createUser(trx, upstream.services, { nickname: name }));
  return { id, name, article: await write.article({ authorId: id, title: `${name}的文章` }) };
}
const member = () => {
  n += 1;
  return upstream.addUser(`会员${n}`, `86137${String(n).padStart(8, "0")}`);
};
const make = (userId: number, days?: number) =>
  upstream.call(adminPersonApi.makeHandover, { body: { userId, ...(days ? { days } : {}) } }, { token: owner });
const tokenIn = (url: string) => url.replace(/^.*#/, "");
const take = (token: string, as: number, way: "join" | "become") =>
  upstream.call(handoverApi.take, { body: { token, way } }, { as });
const look = (token: string, as?: number) =>
  upstream.call(handoverApi.look, { body: { token } }, as === undefined ? {} : { as });
const authorOf = async (article: number) =>
  (
    await upstream.services.db
      .selectFrom("articles")
      .select("author_id")
      .where("id", "=", article)
      .executeTakeFirstOrThrow()
  ).author_id;

test("a member takes over an imported author: texts move, the author's URL redirects, and the link is used up", async () => {
  const { id, name, article } = await imported();
  const me = await member();
  await write.article({ authorId: me, title: "我自己的文章" });
  const { url } = await make(id);
  expect(url).toMatch(/\/handover#[\w-]{43}$/);
  const token = tokenIn(url);
  expect((await look(token)).way).toBe("login");
  expect(await look(token, me)).toMatchObject({ author: { nickname: name }, counts: { article: 1 }, way: "join" });
  // Viewing changes nothing, and the whole URL is accepted.
  expect(await take(url, me, "join")).toEqual({ userId: me });
  expect(await authorOf(article)).toBe(me);
  expect(await upstream.call(mergedApi.person, { query: { id } })).toEqual({ id: me });
  await expectConsistent(upstream.services.db);
  const { list } = await upstream.call(adminPersonApi.handovers, { query: { userId: id } }, { token: owner });
  expect(list[0]).toMatchObject({ state: "taken", takenBy: { userId: me } });
  const log = await upstream.call(auditApi.list, { query: { action: "handover.take" } }, { token: owner });
  expect(log.list[0]).toMatchObject({ via: "handover", actor: { userId: me }, target: String(id), undoable: false });
  expect(await codeOf(take(token, me, "join"))).toBe("FORBIDDEN");
  expect(await codeOf(take(token, await member(), "become"))).toBe("FORBIDDEN");
  expect(await codeOf(look(token))).toBe("FORBIDDEN");
});

test("a visitor without an older account becomes the author: name and id stay, phone and login are theirs", async () => {
  const { id, name, article } = await imported();
  const me = await member();
  const login = await upstream.tokenOf(me);
  const { phone } = await upstream.services.db
    .selectFrom("users")
    .select("phone")
    .where("id", "=", me)
    .executeTakeFirstOrThrow();
  const token = tokenIn((await make(id)).url);
  expect((await look(token, me)).way).toBe("become");
  // The action must match the page.
  expect(await codeOf(take(token, me, "join"))).toBe("CONFLICT");
  expect(await upstream.call(handoverApi.take, { body: { token, way: "become" } }, { token: login })).toEqual({
    userId: id,
  });
  expect(await authorOf(article)).toBe(id);
  const row = await upstream.services.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ nickname: name, phone, deleted_at: null });
  // The same session continues as the author.
  expect((await upstream.call(userApi.tokenQueryClientUser, {}, { token: login })).userId).toBe(id);
  await expectConsistent(upstream.services.db);
});

test("a link that is expired, revoked, replaced, truncated or of an author who was taken over is refused", async () => {
  const { id } = await imported();
  const me = await member();
  const nothing = async (token: string) => {
    const before = await databaseState(upstream.services.db);
    expect([await codeOf(look(token)), await codeOf(take(token, me, "become"))]).toEqual(["FORBIDDEN", "FORBIDDEN"]);
    const after = await databaseState(upstream.services.db);
    for (const table of ["users", "articles", "handovers", "audit_log"]) expect(after[table]).toEqual(before[table]);
  };
  const short = tokenIn((await make(id, 1)).url);
  now = new Date(now.getTime() + DAY);
  await nothing(short);
  const first = tokenIn((await make(id)).url);
  const second = await make(id);
  await nothing(first);
  await nothing(`${tokenIn(second.url).slice(0, -1)}x`);
  await upstream.call(adminPersonApi.revokeHandover, { body: { id: second.id } }, { token: owner });
  await nothing(tokenIn(second.url));
  expect(
    await codeOf(upstream.call(adminPersonApi.revokeHandover, { body: { id: second.id } }, { token: owner })),
  ).toBe("CONFLICT");
  // Undone from the log.
  const third = await make(id);
  const { list } = await upstream.call(auditApi.list, { query: { action: "handover.make" } }, { token: owner });
  await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token: owner });
  await nothing(tokenIn(third.url));
  // Someone has added a phone number to it meanwhile.
  const fourth = await make(id);
  await upstream.services.db.updateTable("users").set({ phone: "8613600000001" }).where("id", "=", id).execute();
  await nothing(tokenIn(fourth.url));
  expect(await codeOf(make(id))).toBe("CONFLICT");
});

test("banned, closed or anonymous callers can't take over an author, nor can a sanctioned author be taken over", async () => {
  const { id } = await imported();
  const token = tokenIn((await make(id)).url);
  expect(await codeOf(upstream.call(handoverApi.take, { body: { token, way: "become" } }))).toBe("NOT_LOGIN");
  const banned = await member();
  const session = await upstream.tokenOf(banned);
  const ban = (userId: number) =>
    upstream.call(
      adminUserApi.sanction,
      { body: { userId, kind: "ban", days: null, reason: "广告" } },
      { token: owner },
    );
  await ban(banned);
  expect(await codeOf(upstream.call(handoverApi.take, { body: { token, way: "become" } }, { token: session }))).toBe(
    "NOT_LOGIN",
  );
  // Even with a session that outlived the ban.
  expect(await codeOf(take(token, banned, "become"))).not.toBe("SUCCESS");
  await ban(id);
  expect(await codeOf(take(token, await member(), "become"))).toBe("CONFLICT");
  expect(await codeOf(look(token))).toBe("SUCCESS");
  const { id: gone } = await imported();
  const other = tokenIn((await make(gone)).url);
  await upstream.services.db
    .updateTable("users")
    .set({ deleted_at: now.toISOString() })
    .where("id", "=", gone)
    .execute();
  expect(await codeOf(take(other, await member(), "become"))).toBe("FORBIDDEN");
});

test("of two who use a link at once, one gets the author", async () => {
  const { id, article } = await imported();
  const [one, two] = [await member(), await member()];
  for (const who of [one, two]) await write.article({ authorId: who });
  const token = tokenIn((await make(id)).url);
  const results = await Promise.all([codeOf(take(token, one, "join")), codeOf(take(token, two, "join"))]);
  expect(results.sort()).toEqual(["FORBIDDEN", "SUCCESS"]);
  expect([one, two]).toContain(await authorOf(article));
  await expectConsistent(upstream.services.db);
});

test("guessing links is limited per network, and creating them needs the permission", async () => {
  const guess = () => codeOf(look("x".repeat(43)));
  const answers: string[] = [];
  for (let tries = 0; tries < 61; tries += 1) answers.push(await guess());
  expect(answers.at(-1)).toBe("RATE_LIMITED");
  const { id } = await imported();
  const moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  expect(await codeOf(upstream.call(adminPersonApi.makeHandover, { body: { userId: id } }, { token: moderator }))).toBe(
    "FORBIDDEN",
  );
  expect(await codeOf(make(await member()))).toBe("CONFLICT");
});
