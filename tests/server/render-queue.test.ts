import { Agent, get } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRenderQueue, OverloadedError } from "#server/admission/render-queue";
import { loggedLines } from "#tests/runner/console-errors";
import { createWorld, type World } from "#tests/world/world";
import { type Served, serveWorld } from "./serve-world";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the render queue", () => {
  test("one render starts in each turn of the event loop, in order of arrival", async () => {
    const queue = createRenderQueue(100);
    const begun: number[] = [];
    for (let n = 0; n < 5; n += 1) void queue.enter().then(() => begun.push(n));
    for (let n = 1; n <= 5; n += 1) {
      await turn();
      expect(begun).toEqual([0, 1, 2, 3, 4].slice(0, n));
    }
  });

  test("up to eight forms start in one turn, and no page with them", async () => {
    const queue = createRenderQueue(100);
    const begun: string[] = [];
    const wait = (name: string) => void queue.enter(null, "first", name === "form").then(() => begun.push(name));
    for (const name of ["page", ...Array(10).fill("form"), "page", "form"]) wait(name);
    const counts: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await turn();
      counts.push(begun.length);
    }
    expect(counts).toEqual([1, 9, 11, 12, 13]);
  });

  test("strangers' forms start one per turn", async () => {
    const queue = createRenderQueue(100);
    let begun = 0;
    for (let n = 0; n < 5; n += 1) {
      void queue.enter(null, "strangers", true).then((leave) => {
        begun += 1;
        leave();
      });
    }
    for (let n = 1; n <= 5; n += 1) {
      await turn();
      expect(begun).toBe(n);
    }
  });

  test("when too many are waiting the next is refused at once and logged once; later there is room again", async () => {
    const queue = createRenderQueue(3);
    const first = [queue.enter(), queue.enter(), queue.enter()];
    await expect(queue.enter()).rejects.toThrow(OverloadedError);
    await expect(queue.enter()).rejects.toThrow(OverloadedError);
    await Promise.all(first);
    await queue.enter();
    expect(loggedLines()).toMatchObject([{ level: "warn", event: "pages_crowded", waiting: 3 }]);
  });

  test("the first lane gets six of eight turns and the others the rest, so that nobody waits for ever", async () => {
    const queue = createRenderQueue(100);
    const begun: string[] = [];
    for (const lane of ["last", "strangers", "first"] as const) {
      for (let n = 0; n < 12; n += 1) {
        void queue.enter(null, lane).then((leave) => {
          begun.push(lane);
          leave();
        });
      }
    }
    while (begun.length < 16) await turn();
    const count = (lane: string) => begun.slice(0, 16).filter((one) => one === lane).length;
    expect([count("first"), count("strangers"), count("last")]).toEqual([12, 2, 2]);
  });

  test("a limited number of visitors' pages is rendered at once, and the next starts when one is done", async () => {
    const queue = createRenderQueue(100);
    const leaves: (() => void)[] = [];
    for (let n = 0; n < 5; n += 1) void queue.enter(null, "last").then((leave) => leaves.push(leave));
    for (let n = 0; n < 5; n += 1) await turn();
    expect([leaves.length, queue.waiting("last")]).toEqual([2, 3]);
    const member = queue.enter();
    await turn();
    (await member)();
    leaves[0]?.();
    await turn();
    await turn();
    expect([leaves.length, queue.waiting("last")]).toEqual([3, 2]);
  });

  test("a full lane does not affect the others, and the first visitor's waiting time is known", async () => {
    let now = 0;
    const queue = createRenderQueue(1, () => now);
    const stranger = queue.enter(null, "strangers");
    await expect(queue.enter(null, "strangers")).rejects.toThrow(OverloadedError);
    now = 70;
    expect(queue.strangersWait()).toBe(70);
    await Promise.all([queue.enter(), stranger]);
    expect(queue.strangersWait()).toBe(0);
    expect(loggedLines()).toHaveLength(1);
  });

  test("a reader who has left takes no turn", async () => {
    const queue = createRenderQueue(100);
    const gone = new AbortController();
    const left = Array.from({ length: 50 }, () => queue.enter(gone.signal));
    gone.abort();
    const stayed = queue.enter();
    await Promise.allSettled(left);
    await turn();
    await stayed;
    expect(queue.waiting()).toBe(0);
    for (const one of left) await expect(one).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("more readers than can be served at once", () => {
  const READERS = 200;
  let world: World;
  let begun = 0;
  let atFirst: (() => void) | null = null;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  /** Each page occupies the only thread for a while, on any machine; nobody is asked for a toll on a slow one. */
  const serve = ({ config, ...options }: NonNullable<Parameters<typeof serveWorld>[1]>) =>
    serveWorld(world, {
      ...options,
      config: { strangersWaitMax: 0, ...config },
      onRender: () => {
        begun += 1;
        atFirst?.();
        const until = performance.now() + 5;
        while (performance.now() < until);
      },
    });

  /** The response's status and headers, on a connection of `agent`. */
  const ask = (served: Served, path: string, agent: Agent) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
      get(`${served.url}${path}`, { agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      }).on("error", reject);
    });

  test("all are answered, and new connections do not wait for them", {
    timeout: 60_000,
  }, async () => {
    const served = await serve({ config: { pageCacheBytes: 0 } });
    const agent = new Agent({ keepAlive: true, maxSockets: READERS });
    // All requests are accepted before it begins.
    await Promise.all(Array.from({ length: READERS }, () => ask(served, "/healthz", agent)));
    begun = 0;
    const outside = new Promise<number>((resolve) => {
      atFirst = () => {
        atFirst = null;
        void ask(served, "/healthz", new Agent()).then(() => resolve(begun));
      };
    });
    const pages = Array.from({ length: READERS }, (_, n) =>
      ask(served, `/search/all?q=第${n}个`.replace(/[^\x20-\x7e]/g, encodeURIComponent), agent),
    );
    // A few turns: accepted, read, answered, and received here.
    expect(await outside).toBeLessThan(READERS / 10);
    expect(new Set((await Promise.all(pages)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(begun).toBe(READERS);
    agent.destroy();
    await served.close();
  });

  test("beyond the waiting limit, a quick and polite refusal; cached pages, files and health checks work", {
    timeout: 60_000,
  }, async () => {
    const served = await serve({ config: { pagesWaitingMax: 20 } });
    const agent = new Agent({ keepAlive: true, maxSockets: READERS });
    expect((await ask(served, "/about", agent)).status).toBe(200);
    await Promise.all(Array.from({ length: READERS }, () => ask(served, "/healthz", agent)));
    const pages = Array.from({ length: READERS }, (_, n) => ask(served, `/search/all?q=n${n}`, agent));
    const others = ["/about", "/healthz", "/robots.txt", "/favicon.svg"].map((path) => ask(served, path, new Agent()));
    const answers = await Promise.all(pages);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBe(READERS - refused.length);
    for (const { headers, text } of refused) {
      expect(headers["retry-after"]).toBe("5");
      expect(text).toContain("<h1>服务暂时不可用</h1>");
    }
    const [about, health] = await Promise.all(others);
    expect([about?.status, health?.status]).toEqual([200, 200]);
    agent.destroy();
    await served.close();
  });
});
