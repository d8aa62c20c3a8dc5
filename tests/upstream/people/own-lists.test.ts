import fc from "fast-check";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { EDITOR_CALLS } from "#app/features/write/editor-calls.server";
import { expectOwnListsExact } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import { BusinessError, found } from "#upstream/call/errors";
import { rebuildOwnListsOf } from "#upstream/db/lists/own-list-anchors";
import { entriesOf, locateOwn, OWN_LIST_NAMES, type OwnList } from "#upstream/db/lists/own-lists";
import { rebuildLists } from "#upstream/db/lists/rebuild-lists";
import { GAP } from "#upstream/db/lists/site-lists";
import { migrations } from "#upstream/db/migrations";
import { STORED } from "#upstream/db/stored-kinds";
import { transact } from "#upstream/db/transact";
import { createOwnListRechecker } from "#upstream/jobs/recheck-own-lists";
import { restore, softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { putContentsOnSite, takeContentsOff } from "#upstream/modules/zhiku/content/on-site";
import { findAccess } from "#upstream/modules/zhiku/content/queries";
import { setZhikuFavorite } from "#upstream/modules/zhiku/favorites/write";
import { openJourney, updateJourney } from "#upstream/modules/zhiku/reading/write";

/** Entries of each list: two anchors, and some after the last. */
const LENGTH = 2 * GAP + 35;
const PAGE_SIZE = 20;
const timeOf = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString();

let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let write: Writer;
/** Owner of the long lists, including rights to zhiku. */
let owner: number;
let stranger: number;
/** Ids of the lists' entries. */
const made: Record<"users" | "questions" | "answers" | "articles" | "cases" | "zhiku_contents", number[]> = {
  users: [],
  questions: [],
  answers: [],
  articles: [],
  cases: [],
  zhiku_contents: [],
};

type Place = { page: number; pageSize: number };
type Found = { total: number; list: readonly unknown[] };
const idsIn = ({ total, list }: Found) => {
  const rows = list as { id?: number; userId?: number; content?: { id: number } }[];
  return { total, ids: rows.map((row) => row.id ?? row.userId ?? row.content?.id) };
};

/** Each list as its page requests it. */
const READERS: Record<OwnList, (place: Place) => Promise<Found>> = {
  ...(Object.fromEntries<(place: Place) => Promise<Found>>(
    kindsWith("drafted").map((kind) => [
      `${kind}_count`,
      (place: Place) => upstream.call(EDITOR_CALLS[kind].authorList, { query: { userId: owner, ...place } }),
    ]),
  ) as Record<`${KindWith<"drafted">}_count`, (place: Place) => Promise<Found>>),
  comment_count: (place) => upstream.call(commentApi.postList, { query: { userId: owner, ...place } }),
  received_count: (place) => upstream.call(commentApi.receiveList, { query: { userId: owner, ...place } }),
  follow_count: (place) => upstream.call(followApi.followList, { query: { userId: owner, ...place } }),
  fans_count: (place) => upstream.call(followApi.fansList, { query: { userId: owner, ...place } }),
  follow_question_count: (place) => upstream.call(questionApi.followList, { query: { userId: owner, ...place } }),
  question_favorite_count: (place) =>
    upstream.call(favoriteFolderApi.questionList, { query: { userId: owner, ...place } }),
  answer_favorite_count: (place) => upstream.call(favoriteFolderApi.answerList, { query: { userId: owner, ...place } }),
  article_favorite_count: (place) => upstream.call(favoritesApi.articleList, { query: { userId: owner, ...place } }),
  case_favorite_count: (place) => upstream.call(favoritesApi.caseList, { query: { userId: owner, ...place } }),
  zhiku_favorite_count: (place) => upstream.call(zhikuFavoritesApi.list, { query: place }, { as: owner }),
  zhiku_reading_count: (place) => upstream.call(zhikuUserRecorderApi.list, { query: place }, { as: owner }),
};

/** All entries of a list, newest first, from the rows. */
async function modelOf(list: OwnList, userId = owner): Promise<number[]> {
  const { table, time, item, are } = entriesOf(list, userId);
  const { rows } = await sql<{ id: number }>`select ${item} as id from ${table} where ${are}
    order by ${time} desc, ${item} desc`.execute(upstream.services.db);
  return rows.map(({ id }) => id);
}

/** Duplicates a row, two with each time, oldest first; returns their ids. */
async function copies(table: string, id: number, changed: (at: number) => object = () => ({})): Promise<number[]> {
  const db = upstream.services.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const { id: _, ...row } = await db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const rows = Array.from({ length: LENGTH }, (_, at) => ({
    ...row,
    created_at: timeOf(Math.floor(at / 2)),
    ...changed(at),
  }));
  const ids: number[] = [];
  for (let from = 0; from < LENGTH; from += 100) {
    const added = await db
      .insertInto(table)
      .values(rows.slice(from, from + 100))
      .returning("id")
      .execute();
    ids.push(...added.map((one) => one.id as number));
  }
  return ids;
}

async function insertAll(table: string, rows: readonly object[]): Promise<void> {
  const db = upstream.services.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (let from = 0; from < rows.length; from += 100) {
    await db
      .insertInto(table)
      .values(rows.slice(from, from + 100) as never)
      .execute();
  }
}

/** Sets these members' counters from the rows. */
async function count(...people: readonly number[]): Promise<void> {
  for (const id of people) {
    for (const list of OWN_LIST_NAMES) {
      const total = (await modelOf(list, id)).length;
      await upstream.services.db
        .updateTable("users")
        .set({ [list]: total })
        .where("id", "=", id)
        .execute();
    }
  }
}

beforeAll(async () => {
  upstream = await createTestUpstream();
  zhiku = await createZhikuWorld(upstream);
  write = createWriter(upstream);
  owner = zhiku.people.entitled;
  stranger = await upstream.addUser("旁人");
  made.users = await copies("users", stranger, () => ({ fans_count: 1, follow_count: 1 }));
  const question = await write.question({ authorId: stranger });
  made.questions = await copies("questions", question, () => ({ follow_count: 1, favorite_count: 1 }));
  await copies("questions", question, () => ({ author_id: owner }));
  const answer = await write.answer({ authorId: stranger, questionId: question });
  made.answers = await copies("answers", answer, () => ({ favorite_count: 1 }));
  await copies("answers", answer, (at) => ({ author_id: owner, question_id: made.questions[at] }));
  const article = await write.article({ authorId: stranger });
  made.articles = await copies("articles", article, () => ({ favorite_count: 1 }));
  await copies("articles", article, () => ({ author_id: owner }));
  const others = kindsWith("drafted").filter((kind) => !["question", "answer", "article"].includes(kind));
  const everyKind = writersOfEveryKind(upstream, { author: stranger, reader: owner });
  for (const kind of others) {
    await copies(STORED[kind].table, await everyKind[kind](), () => ({ author_id: owner }));
  }
  made.cases = await copies("cases", await write.oneCase(), () => ({ favorite_count: 1 }));
  const comment = await write.comment({ authorId: stranger, targetKind: "article", targetId: article });
  await copies("comments", comment, () => ({ author_id: owner, receiver_id: stranger }));
  await copies("comments", comment, () => ({ receiver_id: owner }));
  const content = await zhiku.add({ categoryId: zhiku.categories.growth });
  made.zhiku_contents = await copies("zhiku_contents", content, () => ({ favorite_count: 1, read_count: 1 }));
  const each = (kind: keyof typeof made, row: (id: number, createdAt: string) => object) =>
    made[kind].map((id, at) => row(id, timeOf(Math.floor(at / 2))));
  await insertAll(
    "user_follows",
    each("users", (id, created_at) => ({ follower_id: owner, followed_id: id, created_at })),
  );
  await insertAll(
    "user_follows",
    each("users", (id, created_at) => ({ follower_id: id, followed_id: owner, created_at })),
  );
  await insertAll(
    "question_follows",
    each("questions", (question_id, created_at) => ({ user_id: owner, question_id, created_at })),
  );
  for (const [kind, target_kind] of [
    ["questions", "question"],
    ["answers", "answer"],
    ["articles", "article"],
    ["cases", "case"],
  ] as const) {
    await insertAll(
      "favorites",
      each(kind, (target_id, created_at) => ({ user_id: owner, target_kind, target_id, created_at })),
    );
  }
  await insertAll(
    "zhiku_favorites",
    each("zhiku_contents", (content_id, created_at) => ({ user_id: owner, content_id, created_at })),
  );
  await insertAll(
    "zhiku_readings",
    each("zhiku_contents", (content_id, read_at) => ({
      user_id: owner,
      content_id,
      percent: 0,
      anchor: null,
      version: 1,
      read_at,
    })),
  );
  await count(owner, stranger);
  // Like a site from before members' lists had anchors.
  const { db, connection } = upstream.services;
  await db.schema.dropTable("own_list_anchors").execute();
  const before = db as unknown as Kysely<unknown>;
  await migrations["0016-own-list-anchors"]?.up(before, connection.kind, { origin: "", objectsUrl: "" });
}, 120_000);
afterAll(() => upstream.close());

const anchors = () =>
  upstream.services.db
    .selectFrom("own_list_anchors")
    .selectAll()
    .orderBy("owner_id")
    .orderBy("list")
    .orderBy("ordinal")
    .execute();

async function expectPages(list: OwnList): Promise<void> {
  const model = await modelOf(list);
  const last = Math.ceil(model.length / PAGE_SIZE);
  for (const page of [1, 2, 9, 11, 12, last - 1, last, last + 1, 100_000]) {
    const ids = model.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    expect(idsIn(await READERS[list]({ page, pageSize: PAGE_SIZE })), `page ${page}`).toEqual({
      total: model.length,
      ids,
    });
    const { offset } = await locateOwn(upstream.services.db, list, { userId: owner, page, pageSize: PAGE_SIZE });
    expect(offset, `entries walked to page ${page}`).toBeLessThan(GAP);
  }
}

/** Lists that were empty on every site when they were introduced, so no migration counted them. */
const LATER_LISTS: readonly OwnList[] = ["question_favorite_count", "answer_favorite_count"];

describe("lists of people", () => {
  test("the migration counts existing rows as a rebuild does", async () => {
    const migrated = await anchors();
    const known = OWN_LIST_NAMES.filter((list) => !LATER_LISTS.includes(list));
    expect(migrated.filter(({ owner_id }) => owner_id === owner)).toHaveLength(2 * known.length);
    await transact(upstream.services.db, rebuildLists);
    expect((await anchors()).filter(({ list }) => !LATER_LISTS.includes(list as OwnList))).toEqual(migrated);
    await expectOwnListsExact(upstream.services.db);
  });

  test.each(OWN_LIST_NAMES)("%s: every page starts at the anchor before it", async (list) => {
    const { db } = upstream.services;
    await expectPages(list);
    const model = await modelOf(list);
    // A page that counted from the top would ignore wrong anchors.
    await db.updateTable("own_list_anchors").set({ ordinal: sql`ordinal + 1` }).where("list", "=", list).execute();
    const far = await READERS[list]({ page: 15, pageSize: PAGE_SIZE });
    expect(idsIn(far).ids).toEqual(model.slice(14 * PAGE_SIZE + 1, 15 * PAGE_SIZE + 1));
    await db.updateTable("own_list_anchors").set({ ordinal: sql`ordinal - 1` }).where("list", "=", list).execute();
    await expectPages(list);
  });

  test("of documents read don't change when a hidden one, still open somewhere, is read on", async () => {
    const { services } = upstream;
    const [content_id = 0] = made.zhiku_contents;
    const at = services.clock().toISOString();
    const { id } = await services.db
      .insertInto("zhiku_journeys")
      .values({ user_id: owner, content_id, device: "", opened_at: at, updated_at: at })
      .returning("id")
      .executeTakeFirstOrThrow();
    const tree = await categoryTree(services);
    await transact(services.db, (trx) => takeContentsOff(trx, services, { tree, ids: [content_id], at }));
    const position = { id, percent: 50, anchor: null, version: 1 };
    await transact(services.db, (trx) => updateJourney(trx, services, owner, position));
    await expectOwnListsExact(services.db);
    await transact(services.db, (trx) => putContentsOnSite(trx, services, { tree, ids: [content_id] }));
    await expectOwnListsExact(services.db);
  });

  test("stay correct whatever joins, leaves, returns or is read again", async () => {
    const { services } = upstream;
    const { db } = services;
    const inside = <T>(work: (trx: typeof db) => Promise<T>) => transact(db, work);
    const pick = (kind: keyof typeof made, at: number) => made[kind][at % LENGTH] ?? 0;
    const createdAt = (at: number) => timeOf(at % LENGTH);
    let answered = 0;
    const deeds: Record<string, (at: number) => Promise<unknown>> = {
      follow: (at) =>
        inside((trx) =>
          setUserFollow(trx, services, {
            followerId: owner,
            followedId: pick("users", at),
            on: at % 2 === 0,
            createdAt: createdAt(at),
          }),
        ),
      fan: (at) =>
        inside((trx) =>
          setUserFollow(trx, services, {
            followerId: pick("users", at),
            followedId: owner,
            on: at % 2 === 0,
            createdAt: createdAt(at),
          }),
        ),
      favorite: (at) =>
        inside((trx) =>
          setFavorite(trx, services, {
            userId: owner,
            targetKind: "case",
            targetId: pick("cases", at),
            on: at % 2 === 0,
            createdAt: createdAt(at),
          }),
        ),
      zhikuFavorite: (at) => {
        const contentId = pick("zhiku_contents", at);
        return inside((trx) => setZhikuFavorite(trx, services, { userId: owner, contentId, on: at % 2 === 0 }));
      },
      read: async (at) => {
        const content = found(await findAccess(db, pick("zhiku_contents", at)));
        return inside((trx) => openJourney(trx, services, { userId: owner, content, device: "" }));
      },
      takeDown: async (at) => {
        const tree = await categoryTree(services);
        return inside((trx) =>
          takeContentsOff(trx, services, {
            tree,
            ids: [pick("zhiku_contents", at)],
            at: services.clock().toISOString(),
          }),
        );
      },
      write: (at) => write.article({ authorId: owner, createdAt: createdAt(at) }),
      answer: async () => {
        answered += 1;
        const questionId = await write.question({ authorId: stranger });
        return write.answer({ authorId: owner, questionId });
      },
      comment: (at) =>
        write.comment({ authorId: at % 2 ? owner : stranger, targetKind: "article", targetId: pick("articles", 3) }),
      deleteArticle: (at) => inside((trx) => softDelete(trx, services, "article", pick("articles", at % 50))),
      deleteQuestion: (at) => inside((trx) => softDelete(trx, services, "question", pick("questions", at % 50))),
      restore: async () => {
        for (const [kind, table] of [
          ["article", "articles"],
          ["question", "questions"],
        ] as const) {
          const row = await db
            .selectFrom(table)
            .select(["id", "deleted_at"])
            .where("author_id", "=", stranger)
            .where("deleted_at", "is not", null)
            .limit(1)
            .executeTakeFirst();
          if (row?.deleted_at)
            await inside((trx) => restore(trx, services, { kind, id: row.id, deletedAt: row.deleted_at ?? "" }));
        }
      },
    };
    const passOverWhatIsGone = (error: unknown) => {
      if (!(error instanceof BusinessError)) throw error;
    };
    const deed = fc.record({ name: fc.constantFrom(...Object.keys(deeds)), at: fc.nat({ max: 5_000 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 60, maxLength: 90 }), async (done) => {
        for (const { name, at } of done) await deeds[name]?.(at).catch(passOverWhatIsGone);
        await expectOwnListsExact(db);
      }),
      { numRuns: 3, endOnFailure: true },
    );
    for (const list of OWN_LIST_NAMES) {
      const model = await modelOf(list);
      for (const page of [1, 11, 12, 20]) {
        const ids = model.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
        expect(idsIn(await READERS[list]({ page, pageSize: PAGE_SIZE })), `${list} ${page}`).toEqual({
          total: model.length,
          ids,
        });
      }
    }
    expect(answered).toBeGreaterThan(0);
  }, 240_000);

  test("a growing list gets anchors, and loses them when it becomes short", async () => {
    const { services } = upstream;
    const star = await upstream.addUser("新星");
    const follow = (on: boolean, fans: readonly number[]) =>
      transact(services.db, async (trx) => {
        for (const followerId of fans) await setUserFollow(trx, services, { followerId, followedId: star, on });
      });
    const ofStar = async () =>
      (await anchors()).filter(({ owner_id }) => owner_id === star).map(({ ordinal }) => ordinal);
    await follow(true, made.users.slice(0, GAP - 1));
    expect(await ofStar()).toEqual([]);
    await follow(true, made.users.slice(GAP - 1, LENGTH));
    expect(await ofStar()).toEqual([GAP, 2 * GAP]);
    await follow(false, made.users.slice(GAP - 10));
    expect(await ofStar()).toEqual([]);
    await expectOwnListsExact(services.db);
  }, 120_000);

  test("writes by an older build beside this one lose nothing, and are corrected by the next sweep", async () => {
    const { db } = upstream.services;
    await transact(db, (trx) => rebuildOwnListsOf(trx, owner));
    const fan = await upstream.addUser("旧程序的粉丝");
    await db
      .insertInto("user_follows")
      .values({ follower_id: fan, followed_id: owner, created_at: "2027-01-01T00:00:00.000Z" })
      .execute();
    await count(owner);
    await expectPages("fans_count");
    const [, , third = 0] = (await modelOf("fans_count")).slice(-3);
    await db.deleteFrom("user_follows").where("follower_id", "=", third).where("followed_id", "=", owner).execute();
    await count(owner);
    await expect(expectOwnListsExact(db)).rejects.toThrow();
    const recheck = createOwnListRechecker(1);
    const people = (await db.selectFrom("users").select("id").where("fans_count", ">=", GAP).execute()).length;
    for (let run = 0; run <= people; run += 1) await recheck(upstream.services);
    await expectOwnListsExact(db);
    await expectPages("fans_count");
  });
});
