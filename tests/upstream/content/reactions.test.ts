import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { POSTGRES_LIMITS } from "#upstream/db/postgres";
import { transact } from "#upstream/db/transact";
import { recount } from "#upstream/jobs/recount/recount";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { acceptAnswer } from "#upstream/modules/answer/write";
import { softDeleteComment } from "#upstream/modules/comment/write";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { setUserFollow } from "#upstream/modules/follow/write";
import { setLike } from "#upstream/modules/like/write";
import { setQuestionFollow } from "#upstream/modules/question/write";
import { setVote } from "#upstream/modules/vote/write";

let upstream: TestUpstream;
let write: Writer;
beforeAll(async () => {
  // No two deletions have the same time, because items deleted together are restored together.
  let now = Date.now();
  upstream = await createTestUpstream({
    clock: () => {
      now += 1000;
      return new Date(now);
    },
  });
  write = createWriter(upstream);
});
afterAll(() => upstream.close());

describe("favorites", () => {
  it("lists somebody's favorites, and nothing to others if they are private", async () => {
    const alice = await upstream.addUser("爱丽丝");
    const bob = await upstream.addUser("鲍勃");
    const targetId = await write.article({ authorId: bob });
    const caseId = await write.oneCase();
    const keep = (targetKind: "article" | "case", id: number) =>
      write.inside((trx) => setFavorite(trx, upstream.services, { userId: alice, targetKind, targetId: id, on: true }));
    await keep("article", targetId);
    await keep("case", caseId);
    const articles = () => upstream.measure(favoritesApi.articleList, { query: { userId: alice } });
    const shown = await articles();
    expect(shown.statements).toBe(3);
    expect(shown.data).toMatchObject({ total: 1, list: [{ id: targetId, favoriteCount: 1 }] });
    expect(shown.dependsOn).toEqual(expect.arrayContaining([`profile/${alice}`, `card/article/${targetId}`]));
    expect(await upstream.call(favoritesApi.caseList, { query: { userId: alice } })).toMatchObject({
      total: 1,
      list: [{ id: caseId }],
    });
    await upstream.services.db.updateTable("users").set({ collections_private: 1 }).where("id", "=", alice).execute();
    expect((await articles()).data).toMatchObject({ total: 0, list: [] });
    const own = await upstream.call(favoritesApi.articleList, { query: { userId: alice } }, { as: alice });
    expect(own.total).toBe(1);
  });
});

describe("follow", () => {
  it("lists both sides and says whom the viewer follows", async () => {
    const [alice, bob, carol] = [
      await upstream.addUser("甲"),
      await upstream.addUser("乙"),
      await upstream.addUser("丙"),
    ];
    const set = (followerId: number, followedId: number, on = true) =>
      write.inside((trx) => setUserFollow(trx, upstream.services, { followerId, followedId, on }));
    expect(await set(alice, bob)).toEqual({ followed: true, fansCount: 1 });
    expect(await set(alice, bob)).toEqual({ followed: true, fansCount: 1 });
    await set(carol, bob);
    await set(bob, alice);
    const fans = await upstream.measure(followApi.fansList, { query: { userId: bob } }, { as: alice });
    expect(fans.statements).toBeLessThanOrEqual(3);
    expect(fans.data.total).toBe(2);
    const byId = new Map(fans.data.list.map((person) => [person.userId, person]));
    expect(byId.get(alice)?.viewer).toEqual({ followed: false, me: true });
    expect(byId.get(alice)?.fansCount).toBe(1);
    const followed = await upstream.call(followApi.followList, { query: { userId: alice } }, { as: alice });
    expect(followed).toMatchObject({ total: 1, list: [{ userId: bob, viewer: { followed: true, me: false } }] });
    expect(await set(alice, bob, false)).toEqual({ followed: false, fansCount: 1 });
    await expect(set(alice, alice)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    await expect(set(alice, 999_999)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

/** Index into the existing items of a kind. */
const pick = fc.nat({ max: 9 });
const on = fc.boolean();
const step = fc.oneof(
  fc.record({ do: fc.constant("question" as const), a: pick, daysAgo: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant("answer" as const), a: pick, b: pick }),
  fc.record({ do: fc.constant("article" as const), a: pick, daysAgo: fc.nat({ max: 3 }) }),
  fc.record({ do: fc.constant("comment" as const), a: pick, b: pick, reply: fc.boolean() }),
  fc.record({ do: fc.constant("vote" as const), a: pick, b: pick, vote: fc.constantFrom("up", "down", "none") }),
  fc.record({ do: fc.constant("like" as const), a: pick, b: pick, on }),
  fc.record({ do: fc.constant("favorite" as const), a: pick, b: pick, on }),
  fc.record({ do: fc.constant("follow" as const), a: pick, b: pick, on }),
  fc.record({ do: fc.constant("followQuestion" as const), a: pick, b: pick, on }),
  fc.record({ do: fc.constant("accept" as const), a: pick, none: fc.boolean() }),
  fc.record({ do: fc.constant("delete" as const), a: pick, kind: fc.constantFrom("q", "w", "a", "c") }),
  fc.record({ do: fc.constant("restore" as const), a: pick, kind: fc.constantFrom("q", "w", "a", "c") }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const TAGS = ["产品", "设计", "SQL"];

describe("writes", () => {
  it("keep every counter, rank and list consistent with the rows, in whatever order", async () => {
    const users: number[] = [];
    for (let n = 0; n < 4; n += 1) users.push(await upstream.addUser(`用户${n}`));
    await upstream.services.db
      .insertInto("classifications")
      .values({ kind: "article", slug: "any", name: "任意", position: 1 })
      .execute();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const world = await createWorld(users);
        // Actions on deleted or missing items are refused, without changes.
        for (const one of steps) await world.run(one).catch(expectRefusal);
        await expectConsistent(upstream.services.db);
      }),
      { numRuns: 15 },
    );
  }, 120_000);

  it("keep them consistent under concurrency", async () => {
    const users: number[] = [];
    for (let n = 0; n < 6; n += 1) users.push(await upstream.addUser(`同时${n}`));
    const world = await createWorld(users);
    const fixed: Step[] = [
      { do: "question", a: 0, daysAgo: 0 },
      { do: "question", a: 1, daysAgo: 0 },
      { do: "article", a: 2, daysAgo: 0 },
      { do: "answer", a: 0, b: 0 },
      { do: "answer", a: 1, b: 0 },
    ];
    for (const one of fixed) await world.run(one);
    const steps = fc.sample(step, { numRuns: 400, seed: 1 }).values();
    // One per connection: otherwise the last one would wait for one, and be refused on a busy machine.
    const writers = Array.from({ length: POSTGRES_LIMITS.poolMax }, async () => {
      for (const one of steps) await world.run(one).catch(expectRefusal);
    });
    await Promise.all(writers);
    await expectConsistent(upstream.services.db);
  }, 120_000);

  it("agree with a recount", async () => {
    const stored = () => upstream.services.db.selectFrom("users").selectAll().orderBy("id").execute();
    const before = await stored();
    await transact(upstream.services.db, (trx) => recount(trx));
    expect(await stored()).toEqual(before);
    await expectConsistent(upstream.services.db);
  });
});

function expectRefusal(error: unknown) {
  expect(String((error as Error).name)).toMatch(/^(BusinessError|CallError)$/);
  expect(error).toMatchObject({ code: expect.stringMatching(/^(NOT_FOUND|INVALID_PARAMS|RATE_LIMITED)$/) });
}

async function createWorld(users: number[]) {
  const { services } = upstream;
  const questions: number[] = [];
  const answers: { id: number; questionId: number }[] = [];
  const articles: number[] = [];
  const cases = [await write.oneCase()];
  const comments: { id: number; targetKind: "question" | "answer" | "article" | "case"; targetId: number }[] = [];
  const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];
  const ago = (days: number) => new Date(services.clock().getTime() - days * 24 * 3600 * 1000).toISOString();

  async function run(one: Step): Promise<void> {
    const userId = at(users, one.a) ?? 0;
    switch (one.do) {
      case "question":
        questions.push(
          await write.question({ authorId: userId, tags: TAGS.slice(0, one.a % 4), createdAt: ago(one.daysAgo) }),
        );
        return;
      case "answer": {
        const questionId = at(questions, one.b) ?? 0;
        answers.push({ id: await write.answer({ authorId: userId, questionId }), questionId });
        return;
      }
      case "article": {
        const fields = { authorId: userId, tags: TAGS.slice(one.a % 3), createdAt: ago(one.daysAgo) };
        articles.push(await write.article({ ...fields, classificationId: one.a % 2 ? 1 : null }));
        return;
      }
      case "comment": {
        const replied = one.reply ? at(comments, one.b) : undefined;
        const targets = [
          ...questions.map((id) => ({ targetKind: "question" as const, targetId: id })),
          ...answers.map(({ id }) => ({ targetKind: "answer" as const, targetId: id })),
          ...articles.map((id) => ({ targetKind: "article" as const, targetId: id })),
          ...cases.map((id) => ({ targetKind: "case" as const, targetId: id })),
        ];
        const place = replied ?? at(targets, one.b * 7 + one.a);
        if (!place) return;
        const target = { targetKind: place.targetKind, targetId: place.targetId };
        comments.push({
          ...target,
          id: await write.comment({ authorId: userId, ...target, replyToId: replied?.id ?? null }),
        });
        return;
      }
      case "vote": {
        const answerId = at(answers, one.b)?.id ?? 0;
        await write.inside((trx) => setVote(trx, services, { userId, answerId, vote: one.vote }));
        return;
      }
      case "like": {
        const targetKind = (["article", "case", "comment"] as const)[one.b % 3] ?? "article";
        const ids = { article: articles, case: cases, comment: comments.map(({ id }) => id) }[targetKind];
        const targetId = at(ids, one.a) ?? 0;
        await write.inside((trx) => setLike(trx, services, { userId, targetKind, targetId, on: one.on }));
        return;
      }
      case "favorite": {
        const targetKind = one.b % 2 ? "article" : "case";
        const targetId = at(targetKind === "article" ? articles : cases, one.b) ?? 0;
        await write.inside((trx) => setFavorite(trx, services, { userId, targetKind, targetId, on: one.on }));
        return;
      }
      case "follow": {
        const followedId = at(users, one.b) ?? 0;
        await write.inside((trx) => setUserFollow(trx, services, { followerId: userId, followedId, on: one.on }));
        return;
      }
      case "followQuestion": {
        const questionId = at(questions, one.b) ?? 0;
        await write.inside((trx) => setQuestionFollow(trx, services, { userId, questionId, on: one.on }));
        return;
      }
      case "accept": {
        const answer = at(answers, one.a);
        if (!answer) return;
        const answerId = one.none ? null : answer.id;
        await write.inside((trx) => acceptAnswer(trx, services, { questionId: answer.questionId, answerId }));
        return;
      }
      case "delete":
        await write.inside(async (trx) => {
          if (one.kind === "q") await softDelete(trx, services, "question", at(questions, one.a) ?? 0);
          if (one.kind === "w") await softDeleteAnswer(trx, services, at(answers, one.a)?.id ?? 0);
          if (one.kind === "a") await softDelete(trx, services, "article", at(articles, one.a) ?? 0);
          if (one.kind === "c") await softDeleteComment(trx, services, at(comments, one.a)?.id ?? 0);
        });
        return;
      case "restore": {
        const [kind, things] = (
          {
            q: ["question", questions],
            w: ["answer", answers.map(({ id }) => id)],
            a: ["article", articles],
            c: ["comment", comments.map(({ id }) => id)],
          } as const
        )[one.kind];
        const id = at(things, one.a) ?? 0;
        const owner = await services.db
          .selectFrom(`${kind}s`)
          .select("author_id")
          .where("id", "=", id)
          .executeTakeFirst();
        if (owner) await upstream.call(trashApi.restore, { body: { kind, id } }, { as: owner.author_id });
      }
    }
  }
  return { run };
}
