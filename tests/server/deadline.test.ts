import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import { createWorld, type World } from "#tests/world/world";
import { createFaultUpstream, FAULTS, type Fault, type FaultUpstream } from "./fault-upstream";
import { type Served, serveWorld } from "./serve-world";

let world: World;
let faulty: FaultUpstream;
let served: Served;

beforeAll(async () => {
  world = await createWorld();
  faulty = await createFaultUpstream(world.upstream.program);
  process.env.UPSTREAM_API_URL = faulty.url;
  served = await serveWorld(world, { remote: true, config: { pageCacheBytes: 0 } });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await served.close();
  await faulty.close();
  await world.close();
});

/** Polls in turns of the loop, because `expect.poll` would advance the clock. */
async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setImmediate(resolve));
}

test("is the specified ten seconds for the whole page; then the connections are closed", async () => {
  await (await served.get("/question")).text();
  await faulty.set("hang");
  const cookie = `token=${await world.upstream.tokenOf(world.seed.alice)}`;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  let answered = 0;
  const ask = (path: string, headers = {}) =>
    served.get(path, headers).finally(() => {
      answered += 1;
    });
  // The first shows a list, the second makes calls in sequence: the viewer, then their data.
  const second = ask("/account/profile", { cookie });
  await until(() => faulty.requests() > 0);
  const asked = faulty.requests();
  const first = ask("/question");
  await until(() => served.renders() === 3 && faulty.requests() > asked);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(answered).toBe(0);
  await vi.advanceTimersByTimeAsync(100);
  for (const page of await Promise.all([first, second])) {
    expect(page.status).toBe(503);
    expect(await page.text()).toContain(NETWORK_MESSAGE);
  }
  await until(() => faulty.sockets() === 0);
});

/** Faults that take until the deadline; a page detects all others immediately, while the clock stands still. */
const WAITED_FOR = new Set<Fault>(["hang", "hang in the body", "drip"]);

test.each(Object.entries(FAULTS) as [Fault, string][])(
  "a response arrives in time when the upstream (%s) %s",
  async (fault) => {
    await faulty.set("well");
    await (await served.get("/question")).text();
    await faulty.set(fault);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    let answered = false;
    const asking = served.get("/question").finally(() => {
      answered = true;
    });
    if (WAITED_FOR.has(fault)) {
      await until(() => faulty.requests() > 0);
      await vi.advanceTimersByTimeAsync(9_900);
      expect(answered).toBe(false);
      await vi.advanceTimersByTimeAsync(100);
    }
    const page = await asking;
    expect(page.status).toBe(503);
    expect(await page.text()).toContain(NETWORK_MESSAGE);
  },
);

test("a file may take as long as it needs, but not five minutes to begin or between two pieces", async () => {
  const minute = 60_000;
  await faulty.set("drip");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const path = "/oss/content/large.bin";
  const slow = (await served.get(path)).body?.getReader();
  for (let minutes = 0; minutes < 12; minutes += 1) {
    expect(await slow?.read(), `after ${minutes} minutes`).toMatchObject({ done: false });
    await vi.advanceTimersByTimeAsync(minute);
  }
  await slow?.cancel();
  await faulty.set("hang in the body");
  const stuck = (await served.get(path)).body?.getReader();
  await stuck?.read();
  let over = false;
  const rest = Promise.resolve(stuck?.read()).finally(() => {
    over = true;
  });
  rest.catch(() => {});
  await vi.advanceTimersByTimeAsync(4.9 * minute);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(0.2 * minute);
  await expect(rest).rejects.toThrow();
  await faulty.set("hang");
  const late = served.get(path);
  await until(() => faulty.requests() > 0);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect((await late).status).toBe(502);
});
