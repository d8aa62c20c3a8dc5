import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, type World } from "../world";
import { type Served, serveWorld } from "./serve";

const PATH = "/live/notifications";
let world: World;
let served: Served;
let memberId: number;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  served = await serveWorld(world);
  memberId = world.seed.alice;
  token = await world.test.tokenOf(memberId);
});
afterAll(async () => {
  await served.close();
  await world.close();
});

const listen = (cookie: string | null) => served.get(PATH, cookie === null ? {} : { cookie: `token=${cookie}` });

describe("who is let in", () => {
  test.each([
    ["a visitor", null],
    ["somebody with an old token", "x".repeat(43)],
  ])("not %s, whose browser then stops trying", async (_, cookie) => {
    const answer = await listen(cookie);
    expect(answer.status).toBe(204);
  });

  test("a member, who is told at once how many there are", async () => {
    const answer = await listen(token);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(new TextDecoder().decode(value)).toMatch(/^retry: 5000\ndata: \{"total":\d+\}\n\n$/);
    await reader?.cancel();
  });

  test("not more than eight tabs of one person", async () => {
    const tabs = await Promise.all(Array.from({ length: 8 }, () => listen(token)));
    expect(tabs.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await listen(token)).status).toBe(503);
    await Promise.all(tabs.map(({ body }) => body?.cancel()));
  });
});
