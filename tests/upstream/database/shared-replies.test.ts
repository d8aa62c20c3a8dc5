import { afterAll, beforeAll, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { endpoint } from "#app/contract/endpoint";
import type { CacheScope, UpstreamReply } from "#app/contract/transport";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import type { Call } from "#upstream/call/context";
import { createSharedReplies, mayBeShared, watchCall } from "#upstream/call/shared-replies";
import { bump, type VersionKey } from "#upstream/db/versions";

let upstream: TestUpstream;
let write: Writer;
let author: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ config: { checkReplies: false } });
  write = createWriter(upstream);
  author = await upstream.addUser("作者");
});
afterAll(() => upstream.close());

test("a reply that is the same for everybody is read once until it changes", async () => {
  const id = await write.article({ authorId: author, title: "缓存一致性" });
  const ask = () => upstream.measure(articleApi.get, { params: { id } });
  const first = await ask();
  expect(first.statements).toBeGreaterThan(0);
  const again = await ask();
  expect(again.statements).toBe(0);
  expect(again).toMatchObject({ data: first.data, dependsOn: first.dependsOn });
  expect((await upstream.measure(articleApi.get, { params: { id } }, { as: author })).statements).toBeLessThanOrEqual(
    0,
  );
  await write.article({ authorId: author, title: "另一篇" });
  expect((await ask()).statements).toBe(0);
  await write.inside(async (trx) => {
    await trx.updateTable("articles").set({ title: "缓存一致性，改" }).where("id", "=", id).execute();
    await bump(trx, [`article/${id}`]);
  });
  const changed = await ask();
  expect(changed.statements).toBeGreaterThan(0);
  expect(changed.data.title).toBe("缓存一致性，改");
});

test("what a handler reads determines for whom its reply is cached", () => {
  const keys: VersionKey[] = [];
  const dependsOn = (...added: VersionKey[]) => void keys.push(...added);
  const look = (read: (call: Call) => unknown) => {
    const watched = watchCall({ ...upstream.services, viewer: null, dependsOn } as unknown as Call);
    read(watched.call);
    return watched.cacheScope();
  };
  expect(look(({ db, cached, config }) => [db, cached, config])).toBe("public");
  expect(keys).toEqual([]);
  // Whatever is found, no handler can forget that it searched.
  expect(look(({ search }) => search)).toBe("public");
  expect(keys).toEqual(["search"]);
  expect(look(({ viewer }) => viewer)).toBe("private");
  expect(look(({ client }) => client)).toBeNull();
  expect(look((call) => call.clock())).toBeNull();
  expect(look((call) => ({ ...call, db: null }))).toBeNull();
  expect(look(({ figures }) => figures)).toBeNull();
});

test("only reads that need no login can be shared", () => {
  const path = "/api/x";
  const one = (fields: object) => endpoint({ method: "GET", path, summary: "x", data: articleApi.get.data, ...fields });
  expect(mayBeShared(one({}))).toBe(true);
  expect(mayBeShared(one({ method: "POST" }))).toBe(false);
  expect(mayBeShared(one({ auth: "user" }))).toBe(false);
  expect(mayBeShared(one({ reply: "blob" }))).toBe(false);
});

/** Cached replies with the test's own versions. */
function setUp(options: { bytesMax?: number; check?: boolean } = {}) {
  let sequence = 0;
  const versions = new Map<string, number>();
  const replies = createSharedReplies({
    versions: {
      now: () => sequence,
      latest: (keys: readonly VersionKey[]) => Math.max(0, ...keys.map((key) => versions.get(key) ?? 0)),
    },
    check: false,
    ...options,
  });
  let made = 0;
  const ask = async (
    id: string,
    { data = () => ++made as unknown, cacheScope = "public" as CacheScope, during = () => {} } = {},
  ) => {
    const request = { params: { id }, query: {}, header: () => null, text: async () => "", memo: null };
    const reply = await replies.get(articleApi.get, request, async (): Promise<UpstreamReply> => {
      const value = data();
      during();
      return {
        status: 200,
        code: "SUCCESS",
        message: "",
        data: value,
        dependsOn: [`article/${id}`],
        cacheScope,
      };
    });
    return (reply as UpstreamReply).data;
  };
  const change = (key: string) => {
    sequence += 1;
    versions.set(key, sequence);
  };
  return { ask, change, replies };
}

test("a reply whose data changed while it was made is not cached", async () => {
  const { ask, change } = setUp();
  await ask("1", { during: () => change("article/1") });
  expect(await ask("1")).toBe(2);
  expect(await ask("1")).toBe(2);
});

test("only replies that are the same for everybody are cached", async () => {
  const { ask } = setUp();
  expect([await ask("1", { cacheScope: "private" }), await ask("1", { cacheScope: null })]).toEqual([1, 2]);
});

test("cached replies stay within their memory limit; the oldest are evicted first", async () => {
  const { ask, replies } = setUp({ bytesMax: 20_000 });
  for (let id = 0; id < 50; id += 1) await ask(String(id), { data: () => "x".repeat(1_000) });
  expect(replies.stats().bytes).toBeLessThanOrEqual(20_000);
  expect(replies.stats().entries).toBeGreaterThan(5);
  await ask("huge", { data: () => "x".repeat(300_000) });
  expect(replies.stats().entries).toBeGreaterThan(5);
});

test("in tests each cached reply is compared with a new one, which finds missing dependencies", async () => {
  const { ask, change } = setUp({ check: true });
  await ask("1", { data: () => "old" });
  change("article/2");
  await expect(ask("1", { data: () => "new" })).rejects.toThrow("depends on more than article/1");
});

test("a kept reply is validated once for all pages, and can't be changed by one of them", async () => {
  const id = await write.article({ authorId: author, title: "只检查一次" });
  const { method, path } = articleApi.get;
  const request = { params: { id: String(id) }, query: {}, header: () => null, text: async () => "", memo: null };
  const ask = () => upstream.program.call(`${method} ${path}`, request);
  const [first, again] = [await ask(), await ask()];
  expect([first.valid, again.valid]).toEqual([true, true]);
  expect(again.data).toBe(first.data);
  const { author: person } = first.data as { author: { nickname: string } };
  expect(() => Object.assign(person, { nickname: "另一位" })).toThrow(TypeError);
});

test("a kept reply that breaks the contract is left to its caller", async () => {
  const { ask } = setUp();
  expect(await ask("1", { data: () => ({ id: "not a number" }) })).toEqual({ id: "not a number" });
  expect(await ask("1")).toEqual({ id: "not a number" });
});
