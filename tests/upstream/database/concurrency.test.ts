import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptApi } from "#app/contract/content/accept";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { commentApi } from "#app/contract/content/comment";
import { questionApi } from "#app/contract/content/question";
import { notificationApi } from "#app/contract/notification/notification";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { trashApi } from "#app/contract/writing/trash";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";

/** CONCURRENT_ACTIONS=20000 for the full test. */
const ACTIONS = Number(process.env.CONCURRENT_ACTIONS ?? 3000);
const PEOPLE = 50;
/** Timeout per action in milliseconds on a busy machine. */
const PATIENCE = 500;

let upstream: TestUpstream;
beforeAll(async () => {
  // Each reading advances the clock by ten seconds, so that nobody reaches a limit.
  let now = Date.parse("2026-05-01T00:00:00Z");
  upstream = await createTestUpstream({
    clock: () => {
      now += 10_000;
      return new Date(now);
    },
  });
});
afterAll(() => upstream.close());

it(
  "fifty people at once leave no duplicate, nothing negative and every counter exact",
  async () => {
    const write = createWriter(upstream);
    const people: number[] = [];
    for (let n = 0; n < PEOPLE; n += 1) people.push(await upstream.addUser(`第${n}人`, `86138000000${n + 10}`));
    const few = people.slice(0, 4);
    const articles = await each(few, (authorId) => write.article({ authorId }));
    const questions = await each(few, (authorId) => write.question({ authorId }));
    const answers = await each(questions, (questionId, n) =>
      write.answer({ questionId, authorId: people[n + 4] ?? 0 }),
    );
    const cases = [await write.oneCase()];
    /** Comments so far with their authors; deleted ones stay listed, and may be deleted again. */
    const said: { id: number; author: number }[] = [];
    const comments = await each(articles, (targetId) =>
      write.comment({ authorId: few[0] ?? 0, targetKind: "article", targetId }),
    );

    const pick = fc.nat({ max: 3 });
    const actions = fc.sample(
      fc.record({ what: fc.nat({ max: 16 }), who: fc.nat({ max: PEOPLE - 1 }), which: pick, on: fc.boolean() }),
      { numRuns: ACTIONS, seed: 7 },
    );
    const run = async ({ what, who, which, on }: (typeof actions)[number]): Promise<unknown> => {
      const as = { as: people[who] ?? 0 };
      const at = (ids: number[]) => ids[which % ids.length] ?? 0;
      const [kind, targetId] = what % 2 ? (["article", at(articles)] as const) : (["case", at(cases)] as const);
      const body = { targetKind: kind, targetId };
      switch (what) {
        case 0:
        case 1:
          return upstream.call(on ? likeApi.add : likeApi.cancel, { body }, as);
        case 2:
        case 3:
          return upstream.call(on ? favoritesApi.add : favoritesApi.remove, { body }, as);
        case 4:
        case 5: {
          const userId = at(few);
          return userId === as.as
            ? null
            : upstream.call(on ? followApi.add : followApi.cancel, { body: { userId } }, as);
        }
        case 6:
          return upstream.call(on ? questionApi.follow : questionApi.unfollow, { body: { id: at(questions) } }, as);
        case 7:
        case 8:
        case 9: {
          const vote = on ? (what === 7 ? "up" : "down") : "none";
          return upstream.call(voteApi.set, { body: { answerId: at(answers), vote } }, as);
        }
        case 10: {
          const liked = { body: { targetKind: "comment", targetId: at(comments) } } as const;
          return upstream.call(on ? likeApi.add : likeApi.cancel, liked, as);
        }
        case 11:
        case 12: {
          const { id } = await upstream.call(commentApi.add, { body: { ...body, text: "同时说话" } }, as);
          return said.push({ id, author: as.as });
        }
        case 13: {
          const one = said[(who * 7 + which) % Math.max(1, said.length)];
          return one && upstream.call(commentApi.remove, { body: { id: one.id } }, { as: one.author });
        }
        case 14: {
          const author = { as: people[which + 4] ?? 0 };
          const id = at(answers);
          if (on) return upstream.call(answerApi.remove, { body: { id } }, author);
          return upstream.call(trashApi.restore, { body: { kind: "answer", id } }, author);
        }
        case 15: {
          // Only the last one, so that the others can still be reacted to.
          const [id = 0, author = 0] = [articles.at(-1), few.at(-1)];
          if (on) return upstream.call(articleApi.remove, { body: { id } }, { as: author });
          return upstream.call(trashApi.restore, { body: { kind: "article", id } }, { as: author });
        }
        default: {
          const answerId = on ? at(answers) : null;
          return upstream.call(
            acceptApi.set,
            { body: { questionId: at(questions), answerId } },
            { as: few[which] ?? 0 },
          );
        }
      }
    };
    /** Something just deleted by someone else can't be reacted to; any other refusal is an error. */
    const tolerantly = async (action: (typeof actions)[number]) => {
      await run(action).catch((error: unknown) => {
        if (!(error instanceof CallError && error.code === "NOT_FOUND")) throw error;
        gone += 1;
      });
    };
    let gone = 0;
    // Each person's actions are sequential, all people's concurrent.
    await Promise.all(
      people.map(async (_, who) => {
        for (const action of actions) if (action.who === who) await tolerantly(action);
      }),
    );
    await expectConsistent(upstream.services.db);
    expect(gone).toBeGreaterThan(0);
    expect(gone).toBeLessThan(ACTIONS / 4);
    await expectNothingNegative();
    for (const table of ["likes", "favorites", "votes", "user_follows", "question_follows"] as const) {
      expect((await upstream.services.db.selectFrom(table).selectAll().execute()).length, table).toBeGreaterThan(0);
    }
    // The badge matches the lists.
    for (const as of few) {
      const counts = await upstream.call(notificationApi.unreadCountWithType, {}, { as });
      const { total } = await upstream.call(notificationApi.likeList, { query: { limit: 50 } }, { as });
      expect(counts.like).toBe(total);
    }
  },
  30_000 + ACTIONS * PATIENCE,
);

it("a transaction bumps versions last, whenever `bump` was called", async () => {
  const { db, versions } = upstream.services;
  const before = await versions.now();
  await transact(db, async (trx) => {
    await bump(trx, ["articles"]);
    const { version } = await trx.selectFrom("versions").selectAll().where("key", "=", "#").executeTakeFirstOrThrow();
    expect(version, "nobody waits for the sequence yet").toBe(before);
    await bump(trx, ["cases", "articles"]);
  });
  expect(await versions.now()).toBe(before + 1);
  expect(await versions.latest(["articles"])).toBe(await versions.latest(["cases"]));
  await expect(
    transact(db, async (trx) => {
      await bump(trx, ["articles"]);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect(await versions.now()).toBe(before + 1);
});

/** Counters that match their rows can't be negative; those of deleted items are checked here, too. */
async function expectNothingNegative(): Promise<void> {
  const { db } = upstream.services;
  for (const table of ["users", "questions", "answers", "articles", "cases", "comments"] as const) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      const below = Object.entries(row).filter(([, value]) => typeof value === "number" && value < 0);
      expect(
        below.filter(([column]) => column !== "hot"),
        `${table} ${row.id}`,
      ).toEqual([]);
    }
  }
}

async function each<T>(list: readonly T[], make: (item: T, index: number) => Promise<number>): Promise<number[]> {
  const made: number[] = [];
  for (const [index, item] of list.entries()) made.push(await make(item, index));
  return made;
}
