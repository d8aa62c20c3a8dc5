import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminSiteApi } from "#app/contract/admin/site/site";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminPersonApi } from "#app/contract/admin/user/person";
import { adminUserApi } from "#app/contract/admin/user/user";
import { mergedApi } from "#app/contract/reading/merged";
import { configApi } from "#app/contract/site/config";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import type { Db } from "#upstream/db/dialect";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { setLike } from "#upstream/modules/like/write";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { MOVED, MOVED_ONCE } from "#upstream/modules/merge-people/move-rows";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";
import { forgetReadings } from "#upstream/modules/zhiku/readers/forget-readings";
import { openJourney } from "#upstream/modules/zhiku/reading/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";

const DAY = 86_400_000;

let upstream: TestUpstream;
let write: Writer;
let zhiku: ZhikuWorld;
let owner: string;
let now = new Date("2026-05-01T00:00:00Z");
let n = 0;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  zhiku = await createZhikuWorld(upstream);
  owner = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterAll(() => upstream.close());
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

const person = (name: string, phone?: string) => {
  n += 1;
  return upstream.addUser(`${name}${n}`, phone ?? `86139${String(n).padStart(8, "0")}`);
};
type Merge = { from: number; into: number; dryRun?: boolean; seal?: string; confirm?: string };
const merge = (body: Merge, token = owner) =>
  upstream.call(adminPersonApi.merge, { body: { reason: "同一个人的两个账号", ...body } }, { token });
const nameOf = async (id: number) =>
  (await upstream.services.db.selectFrom("users").select("nickname").where("id", "=", id).executeTakeFirstOrThrow())
    .nickname;
/** As done by staff: preview, confirmation by name, merge. */
async function mergeTried(from: number, into: number) {
  const { seal, counts } = await merge({ from, into, dryRun: true });
  await merge({ from, into, seal, confirm: await nameOf(from) });
  return counts;
}
const userRow = (id: number) =>
  upstream.services.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** Pseudo-random numbers, the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

async function readOrForget(trx: Db, userId: number, contentId: number, on: boolean): Promise<void> {
  const opening = { userId, content: { id: contentId, version: 1 }, device: "" };
  if (on) await openJourney(trx, upstream.services, opening);
  else await forgetReadings(trx, userId, contentId);
}

/** People write, react, follow and delete at random. */
async function live(people: readonly number[], seed: number, steps: number): Promise<void> {
  const pick = random(seed);
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const { services } = upstream;
  const questions: number[] = [await write.question({ authorId: one(people) })];
  const answers: number[] = [];
  const articles: number[] = [await write.article({ authorId: one(people) })];
  const contents = [await zhiku.add()];
  const deleted = new Set<number>();
  for (let step = 0; step < steps; step += 1) {
    now = new Date(now.getTime() + 1000);
    const userId = one(people);
    const on = pick(4) > 0;
    const alive = answers.filter((id) => !deleted.has(id));
    const does = [
      async () => questions.push(await write.question({ authorId: userId })),
      async () => answers.push(await write.answer({ authorId: userId, questionId: one(questions) })),
      async () => articles.push(await write.article({ authorId: userId })),
      () => write.comment({ authorId: userId, targetKind: "article", targetId: one(articles) }),
      () => write.comment({ authorId: userId, targetKind: "question", targetId: one(questions) }),
      () =>
        write.inside((trx) => setLike(trx, services, { userId, targetKind: "article", targetId: one(articles), on })),
      () =>
        write.inside((trx) =>
          setFavorite(trx, services, { userId, targetKind: "article", targetId: one(articles), on }),
        ),
      () => write.inside((trx) => setQuestionFollow(trx, services, { userId, questionId: one(questions), on })),
      async () => {
        if (alive.length === 0) return;
        const vote = one(["up", "down", "none"] as const);
        await write.inside((trx) => setVote(trx, services, { userId, answerId: one(alive), vote }));
      },
      async () => {
        const followedId = one(people);
        if (followedId === userId) return;
        await write.inside((trx) => setUserFollow(trx, services, { followerId: userId, followedId, on }));
      },
      () => write.inside((trx) => setZhikuFavorite(trx, services, { userId, contentId: one(contents), on })),
      () => write.inside((trx) => readOrForget(trx, userId, one(contents), on)),
      async () => {
        const id = pick(3) === 0 && alive.length > 0 ? one(alive) : null;
        if (id === null) return;
        deleted.add(id);
        await write.inside((trx) => softDeleteAnswer(trx, services, id));
      },
    ];
    await one(does)();
  }
}

describe("after any sequence of actions", () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    test(`everything of one becomes the other's, once, and every counter agrees with the rows (${seed})`, async () => {
      const people: number[] = [];
      for (const name of ["甲", "乙", "丙", "丁"]) people.push(await person(name));
      const [from = 0, into = 0] = people;
      await live(people, seed, 90);
      await expectConsistent(upstream.services.db);
      const before = await upstream.services.db
        .selectFrom("answers")
        .select("id")
        .where("author_id", "=", from)
        .execute();
      const counts = await mergeTried(from, into);
      expect(counts.answer).toBe(before.length);
      await expectConsistent(upstream.services.db);
      for (const place of [...MOVED, ...Object.keys(MOVED_ONCE)]) {
        const [table = "", column = ""] = place.split(".");
        const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${from}`.execute(
          upstream.services.db,
        );
        expect(rows, place).toEqual([]);
      }
      const itself = await upstream.services.db
        .selectFrom("user_follows")
        .select("follower_id")
        .whereRef("follower_id", "=", "followed_id")
        .execute();
      expect(itself).toEqual([]);
      const loved = await sql<{ id: number; stored: number; counted: number }>`select id, favorite_count as stored,
        (select count(*) from zhiku_favorites f where f.content_id = c.id) as counted from zhiku_contents c`.execute(
        upstream.services.db,
      );
      for (const { stored, counted } of loved.rows) expect(Number(stored)).toBe(Number(counted));
      const read = await sql<{ stored: number; counted: number }>`select read_count as stored,
        (select count(*) from zhiku_readings r where r.content_id = c.id) as counted from zhiku_contents c`.execute(
        upstream.services.db,
      );
      for (const { stored, counted } of read.rows) expect(Number(stored)).toBe(Number(counted));
      expect((await userRow(into)).zhiku_favorite_count).toBe(
        (
          await upstream.services.db
            .selectFrom("zhiku_favorites")
            .select("content_id")
            .where("user_id", "=", into)
            .execute()
        ).length,
      );
      // Further activity.
      await live(people.slice(1), seed + 100, 20);
      await expectConsistent(upstream.services.db);
    });
  }
});

test("concurrent actions of both, and of others towards both, count once for the remaining account", async () => {
  const { services } = upstream;
  for (let round = 0; round < 4; round += 1) {
    const [from, into, author] = [await person("走的"), await person("留的"), await person("作者")];
    const voters = [await person("读者"), await person("读者"), await person("读者")];
    const targetId = await write.article({ authorId: author });
    const answerId = await write.answer({ questionId: await write.question({ authorId: author }), authorId: from });
    const liked = [from, into].map((userId) =>
      write.inside((trx) => setLike(trx, services, { userId, targetKind: "article", targetId, on: true })),
    );
    const merged = write.inside((trx) => mergePeople(trx, services, { from, into }));
    const votes = async () => {
      // In sequence, so that one of them coincides with the end of the merge.
      for (const userId of voters)
        await write.inside((trx) => setVote(trx, services, { userId, answerId, vote: "up" }));
    };
    await Promise.all([...liked, merged, votes()]);
  }
  await expectConsistent(services.db);
});

test("a person who followed both is notified about once, even though the follows are gone", async () => {
  const [from, into, fan] = [await person("甲"), await person("乙"), await person("丙")];
  const { db } = upstream.services;
  for (const followed of [from, into]) {
    const news = {
      user_id: followed,
      kind: "like",
      verb: "follow",
      actor_id: fan,
      target_kind: "user",
      target_id: followed,
    };
    const at = now.toISOString();
    const rest = { group_key: `follow/user/${followed}`, created_at: at, visible_at: at } as const;
    await db
      .insertInto("news")
      .values({ ...news, ...rest } as never)
      .execute();
  }
  await mergeTried(from, into);
  const told = await db.selectFrom("news").select(["user_id", "target_id"]).where("actor_id", "=", fan).execute();
  expect(told).toEqual([{ user_id: into, target_id: into }]);
});

test("every column that refers to a person is either moved or listed as kept", async () => {
  /** Staff data, or data about decisions, which keep the number; and what `deleteUser` deletes. */
  const STAYS = [
    /\.(?:removed|decided|decision|imposed|lifted|answered|granted|created|asked|changed|published|compared|approved|requested|made|taken|revoked)_by$/,
    /^(?:audit_log\.actor_id|news\.(?:user|actor)_id|sessions\.user_id|own_list_anchors\.owner_id|handovers\.user_id)$/,
    // Staff can't be merged.
    /^(?:staff|second_factors|recovery_codes|desk_visits|claims|form_readers)\.user_id$/,
    // Credentials of the account's devices are deleted with it.
    /^passkeys\.user_id$/,
    // The remaining account's choices count, except for messages to an address that moves: see `moveChoices`.
    /^(?:muted_notifications|outside_sorts|outside_turns)\.user_id$/,
    // Verifies an address for the account that requested it, and expires within minutes.
    /^mail_codes\.user_id$/,
  ];
  const columns = (await upstream.services.db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns
      .filter((column) =>
        /(?:^|_)(?:user|author|owner|reporter|follower|followed|actor|member|payer|receiver)_id$|_by$/.test(
          column.name,
        ),
      )
      .map((column) => `${name}.${column.name}`),
  );
  const undecided = columns.filter(
    (place) =>
      !(MOVED as readonly string[]).includes(place) &&
      !Object.hasOwn(MOVED_ONCE, place) &&
      !STAYS.some((stays) => stays.test(place)),
  );
  expect(undecided).toEqual([]);
});

test("paid days of both are used one after the other; active ones from staff keep their dates", async () => {
  const [from, into] = [await person("买过"), await person("也买过")];
  const { growth, finance } = zhiku.categories;
  const { db } = upstream.services;
  const grant = (userId: number, categoryId: number | null, days: number, source: "order" | "operator" = "order") =>
    grantRight(db, upstream.services, { userId, categoryId, days, source, orderId: null });
  await grant(from, finance, 3, "operator");
  await grant(from, null, 10);
  await grant(from, growth, 20);
  await grant(from, null, 40, "operator");
  await grant(into, null, 30);
  const alone = await person("只买了财务");
  await grant(alone, finance, 5);
  now = new Date(now.getTime() + 2 * DAY);
  await mergeTried(from, into);
  await mergeTried(alone, into);
  const rights = await db.selectFrom("zhiku_rights").selectAll().where("user_id", "=", into).orderBy("id").execute();
  const days = (at: string) => Math.round((Date.parse(at) - now.getTime()) / DAY);
  expect(rights.map((one) => [one.category_id, days(one.from_at), days(one.until_at)])).toEqual([
    [finance, -2, 1],
    [null, 28, 36],
    [growth, 76, 96],
    [null, 36, 76],
    [null, -2, 28],
    [finance, 76, 79],
    // Days that have passed already.
    [null, -2, 0],
    [finance, -2, 0],
  ]);
});

test("days that wait for each other in the remaining account still do after those of the other one", async () => {
  const [from, into] = [await person("全买了"), await person("续了又续")];
  const { growth } = zhiku.categories;
  const { db } = upstream.services;
  const grant = (userId: number, categoryId: number | null, days: number) =>
    grantRight(db, upstream.services, { userId, categoryId, days, source: "order", orderId: null });
  await grant(into, growth, 10);
  await grant(into, growth, 20);
  await grant(from, null, 30);
  await mergeTried(from, into);
  const rights = await db
    .selectFrom("zhiku_rights")
    .selectAll()
    .where("user_id", "=", into)
    .orderBy("from_at")
    .execute();
  const days = (at: string) => Math.round((Date.parse(at) - now.getTime()) / DAY);
  expect(rights.map((one) => [one.category_id, days(one.from_at), days(one.until_at)])).toEqual([
    [null, 0, 30],
    [growth, 30, 40],
    [growth, 40, 60],
  ]);
});

type Granted = ["from" | "into", "all" | "growth", number, "order" | "operator"];
test.each<{ of: string; granted: Granted[]; joined: ["all" | "growth", number, number][] }>([
  {
    of: "beside an active gift",
    granted: [
      ["from", "growth", 30, "operator"],
      ["into", "growth", 20, "order"],
    ],
    joined: [
      ["growth", 0, 30],
      ["growth", 30, 50],
    ],
  },
  {
    of: "beside an active gift that bought ones follow",
    granted: [
      ["from", "growth", 30, "operator"],
      ["from", "growth", 5, "order"],
      ["into", "growth", 20, "order"],
    ],
    joined: [
      ["growth", 0, 30],
      ["growth", 30, 50],
      ["growth", 50, 55],
    ],
  },
  {
    of: "beside wider ones that narrower ones follow",
    granted: [
      ["from", "all", 10, "order"],
      ["from", "growth", 5, "order"],
      ["into", "growth", 20, "order"],
    ],
    joined: [
      ["all", 0, 10],
      ["growth", 10, 30],
      ["growth", 30, 35],
    ],
  },
])("no days of the remaining account are lost $of", async ({ granted, joined }) => {
  const accounts = { from: await person("送过"), into: await person("买过") };
  const { db } = upstream.services;
  const categories = { all: null, growth: zhiku.categories.growth };
  for (const [account, scope, days, source] of granted) {
    const right = { userId: accounts[account], categoryId: categories[scope], days, source, orderId: null };
    await grantRight(db, upstream.services, right);
  }
  await mergeTried(accounts.from, accounts.into);
  const rights = await db
    .selectFrom("zhiku_rights")
    .selectAll()
    .where("user_id", "=", accounts.into)
    .orderBy("from_at")
    .execute();
  const days = (at: string) => Math.round((Date.parse(at) - now.getTime()) / DAY);
  expect(rights.map((one) => [one.category_id, days(one.from_at), days(one.until_at)])).toEqual(
    joined.map(([scope, from, until]) => [categories[scope], from, until]),
  );
});

test("rights, orders and profile move, the remaining account's phone stays, and the URL redirects", async () => {
  const { db } = upstream.services;
  const [from, into] = [await person("旧号"), await person("新号")];
  const at = now.toISOString();
  await db
    .insertInto("zhiku_rights")
    .values({
      user_id: from,
      category_id: null,
      from_at: at,
      until_at: "2999-01-01T00:00:00.000Z",
      source: "operator",
      order_id: null,
      created_at: at,
    })
    .execute();
  await db.updateTable("users").set({ bio: "写了十年菜谱", city: "成都" }).where("id", "=", from).execute();
  await db.updateTable("users").set({ city: "重庆" }).where("id", "=", into).execute();
  await upstream.tokenOf(from);
  const before = await databaseState(db);
  const tried = await merge({ from, into, dryRun: true });
  expect(tried.counts).toMatchObject({ rights: 1, sessions: 1 });
  expect(await databaseState(db)).toEqual(before);

  const { phone } = await userRow(into);
  await merge({ from, into, seal: tried.seal, confirm: await nameOf(from) });
  expect(await userRow(into)).toMatchObject({ phone, bio: "写了十年菜谱", city: "重庆" });
  expect(await userRow(from)).toMatchObject({ phone: null, nickname: "已注销用户", bio: "" });
  expect((await db.selectFrom("zhiku_rights").select("user_id").where("user_id", "=", into).execute()).length).toBe(1);
  expect(await db.selectFrom("sessions").select("user_id").where("user_id", "=", from).execute()).toEqual([]);
  expect(await upstream.call(mergedApi.person, { query: { id: from } })).toEqual({ id: into });
  const third = await person("第三个");
  await mergeTried(into, third);
  expect(await upstream.call(mergedApi.person, { query: { id: from } })).toEqual({ id: third });
  const row = await db
    .selectFrom("audit_log")
    .selectAll()
    .where("action", "=", "user.merge")
    .orderBy("id", "desc")
    .execute();
  expect(row[0]).toMatchObject({ target: String(into), reason: "同一个人的两个账号" });
});

test("a recommended author is recommended as the remaining account, once and in place; an outdated list does not undo that", async () => {
  const [from, into, third, fourth] = [await person("旧"), await person("新"), await person("丙"), await person("丁")];
  const shown = async () => (await upstream.call(configApi.recommendAuthor, {})).map(({ userId }) => userId);
  const stored = async () => (await upstream.call(adminSiteApi.get, {}, { token: owner })).author;
  const recommend = async (...ids: number[]) => {
    const people = ids.map((userId) => ({ userId }));
    const { version } = await stored();
    await upstream.call(adminSiteApi.putAuthor, { body: { version, people } }, { token: owner });
    const [row] = (await upstream.call(auditApi.list, { query: {} }, { token: owner })).list;
    return { version: version + 1, entry: row?.id ?? 0 };
  };
  const { entry } = await recommend(third, from, fourth, into);
  const { version } = await recommend(fourth, from, third, into);
  await mergeTried(from, into);
  expect(await shown()).toEqual([fourth, into, third]);
  expect(await stored()).toMatchObject({
    version: version + 1,
    people: [fourth, into, third].map((userId) => ({ userId })),
  });
  for (const id of [entry, entry + 1]) {
    expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id } }, { token: owner }))).toBe("CONFLICT");
  }
  // Concerns nobody in the list, which keeps its version.
  await mergeTried(await person("旁人"), third);
  expect((await stored()).version).toBe(version + 1);
});

test("requires a dry run, the typed name, and two accounts that can be merged", async () => {
  const { db } = upstream.services;
  const [from, into] = [await person("要并走的"), await person("留下的")];
  const confirm = await nameOf(from);
  const { seal } = await merge({ from, into, dryRun: true });
  const before = await databaseState(db);
  expect(await outcomeOf(merge({ from, into, confirm }))).toBe("CONFLICT");
  expect(await outcomeOf(merge({ from, into, seal, confirm: "别人" }))).toEqual({ confirm: `请原样填写“${confirm}”` });
  expect(await outcomeOf(merge({ from, into: from, dryRun: true }))).toEqual({ into: "请填另一个人" });
  expect(await outcomeOf(merge({ from, into: 999_999, dryRun: true }))).toEqual({ into: "没有这个人，或账号已经注销" });
  expect(await outcomeOf(merge({ from: 999_999, into, dryRun: true }))).toBe("NOT_FOUND");
  const moderator = await staffToken(upstream, await addStaff(upstream, "moderator"));
  const inBetween = await databaseState(db);
  expect(await outcomeOf(merge({ from, into, seal, confirm }, moderator))).toBe("FORBIDDEN");
  expect(await databaseState(db)).toEqual(inBetween);
  expect(Object.keys(before).length).toBeGreaterThan(0);
  // Something changed in between.
  await write.question({ authorId: from });
  expect(await outcomeOf(merge({ from, into, seal, confirm }))).toBe("CONFLICT");
  const editor = await addStaff(upstream, "editor");
  expect(await outcomeOf(merge({ from: editor, into, dryRun: true }))).toBe("CONFLICT");
  await upstream.call(
    adminUserApi.sanction,
    { body: { userId: from, kind: "ban", days: null, reason: "广告" } },
    { token: owner },
  );
  expect(await outcomeOf(merge({ from, into, dryRun: true }))).toBe("CONFLICT");
  expect(await outcomeOf(merge({ from: into, into: from, dryRun: true }))).toBe("CONFLICT");
});
