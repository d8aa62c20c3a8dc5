import { afterAll, beforeAll, expect, test } from "vitest";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { createWorld, type World } from "#tests/world";
import { createFaultUpstream, type FaultUpstream } from "./fault-upstream";
import { type Served, serveWorld } from "./serve";

let world: World;
let upstream: FaultUpstream;
let served: Served;

beforeAll(async () => {
  world = await createWorld();
  upstream = await createFaultUpstream(world.test.upstream);
  process.env.UPSTREAM_API_URL = upstream.url;
  served = await serveWorld(world, { remote: true, maxBytes: 0 });
});
afterAll(async () => {
  await served.close();
  await upstream.close();
  await world.close();
});

test("the specification's ten seconds, for the page as a whole, then the connections are let go", async () => {
  await (await served.get("/question")).text();
  await upstream.set("hang");
  const cookie = `token=${await world.test.tokenOf(world.seed.alice)}`;
  const began = Date.now();
  // The first shows a list, the second asks for one thing after another: who it is, then what they may see.
  const pages = await Promise.all([served.get("/question"), served.get("/account/profile", { cookie })]);
  const took = Date.now() - began;
  for (const page of pages) {
    expect(page.status).toBe(503);
    expect(await page.text()).toContain(NETWORK_MESSAGE);
  }
  expect(took).toBeGreaterThanOrEqual(9_900);
  // 10.1 s when the machine has nothing else to do.
  expect(took).toBeLessThan(12_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(upstream.sockets()).toBe(0);
});
