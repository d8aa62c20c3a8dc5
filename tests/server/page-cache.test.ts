import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { encode, type FinalPage, finalize, type Page } from "#server/pages/page";
import { createPageCache } from "#server/pages/page-cache";

afterEach(() => {
  vi.useRealTimers();
});

const page = (text: string, extra: Partial<Page> = {}): Page => ({
  status: 200,
  headers: [["content-type", "text/html; charset=utf-8"]],
  body: Buffer.from(text),
  incomplete: false,
  unshared: false,
  cacheable: true,
  dependsOn: ["question/1", "config"],
  shown: true,
  counts: [],
  ...extra,
});

const textOf = (page: FinalPage): string => encode(page, "identity").toString();

/** Versions as in the database; `write` simulates a transaction. */
function createVersions(asynchronous = false) {
  const versions = new Map<string, number>();
  let sequence = 0;
  let broken = false;
  const give = <T>(value: T): T | Promise<T> => {
    if (broken && !asynchronous) throw new Error("no database");
    if (!asynchronous) return value;
    return broken ? Promise.reject(new Error("no database")) : Promise.resolve(value);
  };
  return {
    write(...keys: string[]) {
      sequence += 1;
      for (const key of keys) versions.set(key, sequence);
    },
    fail(value: boolean) {
      broken = value;
    },
    probe: {
      now: () => give(sequence),
      latest: (keys: readonly string[]) => give(Math.max(0, ...keys.map((key) => versions.get(key) ?? 0))),
    },
  };
}

/** Rendering is refused to this reader. */
class Refusal extends Error {}

function createClock() {
  let now = 1_000_000;
  return { now: () => now, pass: (ms: number) => (now += ms) };
}

describe.each([
  ["SQLite, where the probe is synchronous", false],
  ["PostgreSQL, where it is not", true],
])("with versions (%s)", (_, asynchronous) => {
  const setUp = () => {
    const versions = createVersions(asynchronous);
    const clock = createClock();
    const isRefusal = (error: unknown) => error instanceof Refusal;
    const options = { maxBytes: 1e6, probe: () => versions.probe, lifetime: 60_000, clock: clock.now };
    const cache = createPageCache({ ...options, isRefusal });
    let renders = 0;
    const read = async (key = "a", extra: Partial<Page> = {}) =>
      textOf(await cache.get(key, async () => page(`${key} ${++renders}`, extra)));
    return { versions, clock, cache, read };
  };

  test("caches a page while nothing that it shows has changed", async () => {
    const { versions, read } = setUp();
    expect(await read()).toBe("a 1");
    versions.write("question/2", "users");
    expect(await read()).toBe("a 1");
    versions.write("question/1");
    expect(await read()).toBe("a 2");
    expect(await read()).toBe("a 2");
  });

  test("does not cache a page whose data changed while it was rendered", async () => {
    const { versions, cache, read } = setUp();
    await cache.get("a", async () => {
      versions.write("question/1");
      return page("half old");
    });
    expect(await read()).toBe("a 1");
  });

  test("renders a page again when its relative times are outdated", async () => {
    const { clock, read } = setUp();
    await read();
    clock.pass(59_999);
    expect(await read()).toBe("a 1");
    clock.pass(1);
    expect(await read()).toBe("a 2");
  });

  test("renders a page again at the time that the page itself sets, earlier or later", async () => {
    const { clock, read } = setUp();
    const until = clock.now() + 3_600_000;
    await read("a", { until });
    await read("b", { until: clock.now() + 1_000 });
    clock.pass(1_000);
    expect(await read("b", { until })).toBe("b 3");
    clock.pass(3_598_999);
    expect(await read("a")).toBe("a 1");
    clock.pass(1);
    expect(await read("a")).toBe("a 4");
  });

  test("serves the old page if rendering fails, and tries again a second later", async () => {
    const { versions, clock, cache, read } = setUp();
    await read();
    versions.write("question/1");
    const failures: (() => Promise<Page>)[] = [
      async () => page("down", { status: 503, cacheable: false, incomplete: true }),
      async () => page("half", { cacheable: false, incomplete: true }),
      async () => {
        throw new Error("broken");
      },
    ];
    for (const render of failures) {
      expect(textOf(await cache.get("a", render))).toBe("a 1");
      clock.pass(1_000);
    }
    expect(await read()).toBe("a 2");
  });

  test("serves the old page to a reader to whom rendering is refused, and a new one to the next", async () => {
    const { versions, cache, read } = setUp();
    await read();
    versions.write("question/1");
    const refused = async () => Promise.reject(new Refusal());
    expect(textOf(await cache.get("a", refused))).toBe("a 1");
    expect(await read()).toBe("a 2");
    const together = [cache.get("b", refused), cache.get("b", async () => page("b"))];
    const [first, second] = await Promise.allSettled(together);
    expect(first).toMatchObject({ status: "rejected" });
    expect(second?.status === "fulfilled" && textOf(second.value)).toBe("b");
  });

  test("does not try again within that second", async () => {
    const { versions, cache, read } = setUp();
    await read();
    versions.write("config");
    let asked = 0;
    const fail = async () => {
      asked += 1;
      return page("down", { status: 503, incomplete: true });
    };
    for (let i = 0; i < 5; i += 1) await cache.get("a", fail);
    expect(asked).toBe(1);
  });

  test("serves cached pages while versions can't be read, and caches nothing meanwhile", async () => {
    const { versions, clock, cache, read } = setUp();
    await read();
    versions.fail(true);
    const down = async () => page("down", { status: 503, incomplete: true });
    expect(textOf(await cache.get("a", down))).toBe("a 1");
    expect((await cache.get("b", down)).status).toBe(503);
    expect(textOf(await cache.get("b", async () => page("b")))).toBe("b");
    expect(cache.stats().entries).toBe(1);
    versions.fail(false);
    clock.pass(1_000);
    expect(await read()).toBe("a 1");
  });

  test("serves a 404 instead of the cached page, from then on", async () => {
    const { versions, cache, read } = setUp();
    const refuse = () => Promise.reject(new Refusal());
    const failing = async () => page("down", { status: 503, cacheable: false });
    for (const [status, after] of [
      [404, failing],
      [302, failing],
      [410, refuse],
    ] as const) {
      await read();
      versions.write("question/1");
      expect((await cache.get("a", async () => page("gone", { status }))).status).toBe(status);
      if (after === failing) expect((await cache.get("a", failing)).status).toBe(503);
      else await expect(Promise.resolve(cache.get("a", refuse))).rejects.toThrow(Refusal);
    }
  });

  test.each([
    ["a failure", { status: 500 }],
    ["a limit", { status: 429 }],
    ["an incomplete page", { incomplete: true, cacheable: false }],
    ["a page for one reader", { status: 404, unshared: true }],
  ])("keeps the cached page after %s", async (_, extra) => {
    const { clock, versions, cache, read } = setUp();
    const cached = await read();
    versions.write("question/1");
    await cache.get("a", async () => page("other", extra));
    clock.pass(1_000);
    expect(textOf(await cache.get("a", async () => page("down", { status: 503, cacheable: false })))).toBe(cached);
  });

  test("keeps a page that was written again while its 404 was rendered", async () => {
    const { versions, cache, read } = setUp();
    await read();
    versions.write("question/1");
    let land: (gone: Page) => void = () => {};
    const gone = cache.get("a", () => new Promise((resolve) => (land = resolve)));
    await new Promise((resolve) => setImmediate(resolve));
    versions.write("question/1");
    const restored = cache.get("a", async () => page("restored"));
    land(page("gone", { status: 404 }));
    expect([(await gone).status, textOf(await restored)]).toEqual([404, "restored"]);
    expect(textOf(await cache.get("a", async () => page("again")))).toBe("restored");
  });
});

describe("without versions", () => {
  const setUp = (lifetime = 5_000) => {
    const clock = createClock();
    const cache = createPageCache({ maxBytes: 1e6, probe: () => null, lifetime, clock: clock.now });
    return { clock, cache };
  };

  test("serves a cached page for its lifetime", async () => {
    const { clock, cache } = setUp();
    await cache.get("a", async () => page("1"));
    clock.pass(4_999);
    expect(textOf(await cache.get("a", async () => page("2")))).toBe("1");
    clock.pass(1);
    expect(textOf(await cache.get("a", async () => page("2")))).toBe("2");
  });

  test("waits a second for a new page, then serves the old one and caches the new one later", async () => {
    const { clock, cache } = setUp();
    await cache.get("a", async () => page("1"));
    clock.pass(5_000);
    let arrive: (page: Page) => void = () => {};
    const slow = new Promise<Page>((resolve) => {
      arrive = resolve;
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let given = "nothing yet";
    const ask = async () => {
      given = textOf(await cache.get("a", () => slow));
    };
    const asking = ask();
    await vi.advanceTimersByTimeAsync(999);
    expect(given).toBe("nothing yet");
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(given).toBe("1");
    arrive(page("2"));
    await slow;
    await new Promise((resolve) => setImmediate(resolve));
    expect(textOf(await cache.get("a", async () => page("3")))).toBe("2");
  });

  test("does not serve a page that is more than a day old", async () => {
    const { clock, cache } = setUp();
    await cache.get("a", async () => page("1"));
    clock.pass(24 * 60 * 60 * 1000 + 1);
    expect((await cache.get("a", async () => page("down", { status: 503 }))).status).toBe(503);
  });
});

describe("whatever the upstream", () => {
  const setUp = (maxBytes = 1e6) => createPageCache({ maxBytes, probe: () => null, lifetime: 60_000 });

  test("renders once for concurrent requests of the same key", async () => {
    const cache = setUp();
    let renders = 0;
    const render = async () => {
      renders += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return page("x");
    };
    await Promise.all(Array.from({ length: 50 }, (_, i) => cache.get(i % 2 ? "a" : "b", render)));
    expect(renders).toBe(2);
  });

  test("passes a failure on to all concurrent requests, and does not cache it", async () => {
    const cache = setUp();
    const fail = () => Promise.reject(new Error("broken"));
    const asked = await Promise.allSettled([cache.get("a", fail), cache.get("a", fail)]);
    expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(textOf(await cache.get("a", async () => page("x")))).toBe("x");
  });

  test.each([
    ["not whole", { cacheable: false, incomplete: true }],
    ["for one reader", { cacheable: false }],
    ["not found", { status: 404 }],
    ["a redirect", { status: 302 }],
    ["an error", { status: 503 }],
  ] as [string, Partial<Page>][])("keeps no page that is %s", async (_, extra) => {
    const cache = setUp();
    await cache.get("a", async () => page("x", extra));
    expect(cache.stats()).toEqual({ entries: 0, bytes: 0 });
  });

  test("stays within its size limit; the oldest pages are evicted first", async () => {
    const cache = setUp(100_000);
    for (let i = 0; i < 100; i += 1) await cache.get(`k${i}`, async () => page("x".repeat(5_000)));
    const { bytes, entries } = cache.stats();
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(entries).toBeGreaterThan(5);
    let renders = 0;
    const again = async () => {
      renders += 1;
      return page("y");
    };
    await cache.get("k99", again);
    expect(renders).toBe(0);
    await cache.get("k0", again);
    expect(renders).toBe(1);
  });

  test("evicts pages that were read only once first", async () => {
    const cache = setUp(100_000);
    const fill = async (from: number) => {
      for (let i = from; i < from + 40; i += 1) {
        await cache.get(`k${i}`, async () => page("x"));
        await cache.get("read", async () => page("kept"));
      }
    };
    for (const from of [0, 40, 80, 120]) await fill(from);
    const again = (key: string) => cache.get(key, async () => page("anew"));
    expect([textOf(await again("read")), textOf(await again("k0"))]).toEqual(["kept", "anew"]);
  });

  test("stores pages only compressed, and decompresses them for clients without compression", async () => {
    const cache = setUp();
    const words = "知识库 ".repeat(2_000);
    const { byteLength } = Buffer.from(words);
    const kept = await cache.get("a", async () => page(words));
    expect(cache.stats().bytes).toBeLessThan(byteLength / 4);
    expect(Object.keys(kept.encoded)).toEqual(["br"]);
    expect(textOf(kept)).toBe(words);
    expect(gunzipSync(encode(kept, "gzip")).toString()).toBe(words);
    expect(kept.etag).toBe(finalize(page(words)).etag);
  });

  test("counts keys, headers and dependencies in its size, too", async () => {
    const cache = setUp(200_000);
    for (let i = 0; i < 100; i += 1) await cache.get(`${i}`.padEnd(2_000, "k"), async () => page("x"));
    expect(cache.stats().entries).toBeLessThan(17);
    const wordy = setUp();
    await wordy.get("a", async () => page("x", { headers: [["content-security-policy", "y".repeat(5_000)]] }));
    await wordy.get("b", async () => page("x", { dependsOn: ["z".repeat(5_000)] }));
    expect(wordy.stats().bytes).toBeGreaterThan(20_000);
  });

  test("does not cache a page that would evict most of the others, and nothing with a limit of zero bytes", async () => {
    const small = setUp(100_000);
    await small.get("a", async () => page("x".repeat(50_000)));
    expect(small.stats().entries).toBe(0);
    const off = setUp(0);
    await off.get("a", async () => page("x"));
    expect(off.stats()).toEqual({ entries: 0, bytes: 0 });
  });

  test("counts the size of a page that is rendered again once", async () => {
    const clock = createClock();
    const cache = createPageCache({ maxBytes: 1e6, probe: () => null, lifetime: 10, clock: clock.now });
    await cache.get("a", async () => page("x".repeat(1000)));
    const { bytes } = cache.stats();
    clock.pass(10);
    await cache.get("a", async () => page("y".repeat(1000)));
    expect(cache.stats()).toEqual({ entries: 1, bytes });
  });
});

test("a request after a write does not get a page whose rendering began before it", async () => {
  const { probe, write } = createVersions();
  const cache = createPageCache({ maxBytes: 1e6, probe: () => probe, lifetime: 60_000 });
  let finish = (_page: Page) => {};
  const early = cache.get("/", () => new Promise<Page>((resolve) => (finish = resolve)));
  await new Promise(setImmediate);
  write("question/1");
  const late = cache.get("/", async () => page("new"));
  finish(page("old"));
  expect(textOf(await early)).toBe("old");
  expect(textOf(await late)).toBe("new");
  expect(textOf(await cache.get("/", async () => page("again")))).toBe("new");
});

test("a request after a write waits at most a second for a rendering that began before it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { probe, write } = createVersions();
  const cache = createPageCache({ maxBytes: 1e6, probe: () => probe, lifetime: 60_000 });
  void cache.get("/", () => new Promise<Page>(() => {}));
  await new Promise(setImmediate);
  write("question/2");
  let renders = 0;
  const render = async () => {
    renders += 1;
    await new Promise(setImmediate);
    return page(`new ${renders}`);
  };
  const late = Promise.all([1, 2, 3].map(() => cache.get("/", render)));
  await vi.advanceTimersByTimeAsync(999);
  expect(renders).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect((await late).map(textOf)).toEqual(["new 1", "new 1", "new 1"]);
});

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
])("a page that many read while others write (%s)", (_, asynchronous) => {
  /** Sequential readers of slow pages, with a write before each. */
  async function readUnderWrites(key: string, readers: number, extra: Partial<Page> = {}) {
    const { probe, write } = createVersions(asynchronous);
    const cache = createPageCache({ maxBytes: 1e6, probe: () => probe, lifetime: 60_000 });
    const pass = (turns: number) =>
      new Promise<void>((resolve) => (turns ? setImmediate(() => resolve(pass(turns - 1))) : resolve()));
    let renders = 0;
    let written = 0;
    const seen: { wanted: number; got: number }[] = [];
    const reading: Promise<void>[] = [];
    const read = async (wanted: number) => {
      const got = await cache.get("/", async () => {
        renders += 1;
        const shown = written;
        await pass(7);
        return page(String(shown), extra);
      });
      seen.push({ wanted, got: Number(textOf(got)) });
    };
    for (let reader = 0; reader < readers; reader += 1) {
      written += 1;
      write(key);
      reading.push(read(written));
      await pass(1);
    }
    await Promise.all(reading);
    return { renders, seen };
  }

  test("is rendered once if the writes do not concern it", async () => {
    expect((await readUnderWrites("question/2", 60)).renders).toBe(1);
  });

  test("is rendered again after each write that concerns it, and nobody gets a page older than their request", async () => {
    const { renders, seen } = await readUnderWrites("question/1", 60);
    expect(renders).toBeLessThan(15);
    expect(seen).toHaveLength(60);
    expect(seen.filter(({ wanted, got }) => got < wanted)).toEqual([]);
  });

  test("is rendered for each request if it may not be cached", async () => {
    expect((await readUnderWrites("question/2", 10, { cacheable: false })).renders).toBeGreaterThan(1);
  });
});
