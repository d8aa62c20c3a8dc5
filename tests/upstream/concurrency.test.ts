import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { commentApi } from "#app/contract/comment";
import { favoritesApi } from "#app/contract/favorites";
import { followApi } from "#app/contract/follow";
import { likeApi } from "#app/contract/like";
import { newsApi } from "#app/contract/news";
import { questionApi } from "#app/contract/question";
import { voteApi } from "#app/contract/vote";
import { expectConsistent } from "./consistency";
import { createTestUpstream, type TestUpstream } from "./harness";
import { createWriter } from "./writer";

/** CONCURRENT_ACTIONS=20000 for the whole trial. */
const ACTIONS = Number(process.env.CONCURRENT_ACTIONS ?? 1500);
const PEOPLE = 50;
/** Milliseconds that one action may take on a busy machine. */
const PATIENCE = 60;

let test: TestUpstream;
beforeAll(async () => {
  // A second passes with every look, so that nobody comes to a limit.
  let now = Date.parse("2026-05-01T00:00:00Z");
  test = await createTestUpstream({
    clock: () => {
      now += 1000;
      return new Date(now);
    },
  });
});
afterAll(() => test.close());

it(
  "fifty people at once leave no duplicate, nothing negative and every counter exact",
  async () => {
    const write = createWriter(test);
    const people: number[] = [];
    for (let n = 0; n < PEOPLE; n += 1) people.push(await test.addUser(`第${n}人`, `86138000000${n + 10}`));
    const few = people.slice(0, 4);
    const articles = await each(few, (authorId) => write.article({ authorId }));
    const questions = await each(few, (authorId) => write.question({ authorId }));
    const answers = await each(questions, (questionId, n) =>
      write.answer({ questionId, authorId: people[n + 4] ?? 0 }),
    );
    const cases = [await write.oneCase()];
    const comments = await each(articles, (targetId) =>
      write.comment({ authorId: few[0] ?? 0, targetKind: "article", targetId }),
    );

    const pick = fc.nat({ max: 3 });
    const actions = fc.sample(
      fc.record({ what: fc.nat({ max: 11 }), who: fc.nat({ max: PEOPLE - 1 }), which: pick, on: fc.boolean() }),
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
          return test.call(on ? likeApi.add : likeApi.cancel, { body }, as);
        case 2:
        case 3:
          return test.call(on ? favoritesApi.add : favoritesApi.remove, { body }, as);
        case 4:
        case 5: {
          const userId = at(few);
          return userId === as.as ? null : test.call(on ? followApi.add : followApi.cancel, { body: { userId } }, as);
        }
        case 6:
          return test.call(on ? questionApi.follow : questionApi.unfollow, { body: { id: at(questions) } }, as);
        case 7:
        case 8:
        case 9: {
          const vote = on ? (what === 7 ? "up" : "down") : "none";
          return test.call(voteApi.set, { body: { answerId: at(answers), vote } }, as);
        }
        case 10: {
          const liked = { body: { targetKind: "comment", targetId: at(comments) } } as const;
          return test.call(on ? likeApi.add : likeApi.cancel, liked, as);
        }
        default:
          return test.call(commentApi.add, { body: { ...body, text: "同时说话" } }, as);
      }
    };
    // Every person does one thing after the other, all of them at once.
    await Promise.all(
      people.map(async (_, who) => {
        for (const action of actions) if (action.who === who) await run(action);
      }),
    );
    await expectConsistent(test.services.db);
    for (const table of ["likes", "favorites", "votes", "user_follows", "question_follows"] as const) {
      expect((await test.services.db.selectFrom(table).selectAll().execute()).length, table).toBeGreaterThan(0);
    }
    // The badge says what the lists show.
    for (const as of few) {
      const counts = await test.call(newsApi.unreadCountWithType, {}, { as });
      const { total } = await test.call(newsApi.likeList, { query: { limit: 50 } }, { as });
      expect(counts.like).toBe(total);
    }
  },
  30_000 + ACTIONS * PATIENCE,
);

async function each<T>(list: readonly T[], make: (item: T, index: number) => Promise<number>): Promise<number[]> {
  const made: number[] = [];
  for (const [index, item] of list.entries()) made.push(await make(item, index));
  return made;
}
