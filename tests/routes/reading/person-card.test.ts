import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, type World } from "#tests/world/world";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const cardOf = async (id: number | string, as: number | null = null) => {
  const answer = await (await world.as(as)).get(`/u/${id}/card`);
  return { status: answer.status, text: answer.text };
};

test("shows visitors what a profile does, and members whether it is their own", async () => {
  const { alice } = world.seed;
  const { person } = JSON.parse((await cardOf(alice)).text);
  expect(person).toMatchObject({ userId: alice, viewer: { followed: false, me: false } });
  expect(Object.keys(person).sort()).toEqual(
    ["answerCount", "articleCount", "avatar", "fansCount", "headline", "nickname", "userId", "viewer"].sort(),
  );
  expect(JSON.parse((await cardOf(alice, alice)).text).person.viewer.me).toBe(true);
});

test("a missing person has no card", async () => {
  expect(JSON.parse((await cardOf(999_999)).text)).toEqual({ person: null });
  expect((await cardOf("x")).status).toBe(404);
});
