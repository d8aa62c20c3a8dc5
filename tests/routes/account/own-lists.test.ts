import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerApi } from "#app/contract/content/answer";
import { articleApi } from "#app/contract/content/article";
import { questionApi } from "#app/contract/content/question";
import { createWorld, type World } from "#tests/world/world";

let world: World;
/** The upstream's calls made by pages. */
const asked: string[] = [];

beforeAll(async () => {
  world = await createWorld();
  const { program } = world.upstream;
  const { call: ask } = program;
  program.call = (name, request) => {
    asked.push(name);
    return ask(name, request);
  };
});
afterAll(() => world.close());

describe("the lists of a profile", () => {
  test.each([
    ["answers", "/qna/answer", answerApi],
    ["questions", "/qna/question", questionApi],
    ["articles", "/article", articleApi],
  ])("of %s use the reader's own call for themselves, and the public one for others", async (_, tab, api) => {
    const { alice, bob } = world.seed;
    const [mine, theirs] = [api.myList, api.authorList].map(({ path }) => `GET ${path}`);
    for (const [who, expected, other] of [
      [alice, mine, theirs],
      [bob, theirs, mine],
      [null, theirs, mine],
    ]) {
      const reader = await world.as(who as number | null);
      for (const ask of [reader.get, reader.data]) {
        asked.length = 0;
        expect((await ask(`/u/${alice}${tab}`)).status).toBe(200);
        expect(asked).toContain(expected);
        expect(asked).not.toContain(other);
      }
    }
  });
});
