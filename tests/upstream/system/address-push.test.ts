import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { articleApi } from "#app/contract/content/article";
import { likeApi } from "#app/contract/reading/like";
import { trashApi } from "#app/contract/writing/trash";
import { createShortIds, DEMO_SALT } from "#runtime/short-ids";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { readUpstreamConfig } from "#upstream/config";
import type { Db } from "#upstream/db/dialect";
import { collectAddresses } from "#upstream/modules/address-push/collect";
import { pushAddresses } from "#upstream/modules/address-push/push";
import { healthChecks } from "#upstream/modules/admin/system/health";
import { createAddressPushes } from "#upstream/services/create-address-pushes";
import { startUpstream } from "#upstream/start";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const QUOTA = 100_000;
const ORIGIN = "http://127.0.0.1:3000";
const { encode } = createShortIds(DEMO_SALT);

let upstream: TestUpstream;
let write: Writer;
/** Noon in China. */
let now = new Date("2026-03-01T04:00:00Z");
let alice: number;
let bob: number;

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  write = createWriter(upstream);
  alice = await upstream.addUser("林致远", "13810000001");
  bob = await upstream.addUser("周小雨", "13810000002");
  await write.article({ authorId: alice, title: "早就在了的文章" });
  await push();
});
beforeEach(async () => {
  engines().faults.set(null);
  engines().setQuota(QUOTA);
  now = new Date(Date.parse(`${now.toISOString().slice(0, 10)}T04:00:00Z`) + 24 * HOUR);
  await push();
  await settle();
});
afterAll(() => upstream.close());

const engines = () => {
  const { fakes } = upstream.services;
  if (!fakes) throw new Error("no fakes");
  return fakes.engines;
};
const pass = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const push = () => pushAddresses(upstream.services);
/** Collects changes, waits, and pushes them. */
async function settle() {
  await push();
  pass(11 * MINUTE);
  await push();
  const told = engines().told();
  const urls = (engine: string) =>
    told.filter((one) => one.engine === engine).map(({ url }) => url.slice(ORIGIN.length));
  const found = { baidu: urls("baidu").sort(), indexnow: urls("indexnow").sort() };
  (told as unknown[]).length = 0;
  return found;
}
const health = async () => (await healthChecks(upstream.services)).find(({ key }) => key === "pushes");
const waiting = async () => {
  const rows = await upstream.services.db.selectFrom("address_queue").select("engine").execute();
  return rows.length;
};
const edit = (id: number, title: string, version: number) =>
  upstream.call(
    articleApi.update,
    { body: { id, title, content: "改过的正文", tags: [], classificationId: null, version } },
    { as: alice },
  );

/** The database, where `work` runs after each read of a table. */
function afterReading(db: Db, table: string, work: () => Promise<void>): Db {
  const read = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const isRead = node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes(`"name":"${table}"`);
      if (isRead) read.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (read.has(queryId)) await work();
      return result;
    },
  };
  return db.withPlugin(plugin);
}

describe("engines are told", () => {
  test("of new texts, by their URLs in the sitemap, and not of existing ones", async () => {
    const article = await write.article({ authorId: alice });
    const question = await write.question({ authorId: alice });
    const told = await settle();
    const paths = [`/article/${encode(article)}`, `/question/${encode(question)}`].sort();
    expect(told).toEqual({ baidu: paths, indexnow: paths });
    expect(await settle()).toEqual({ baidu: [], indexnow: [] });
  });

  test("ten minutes after the first change, once for several", async () => {
    const id = await write.article({ authorId: alice });
    await push();
    pass(5 * MINUTE);
    await push();
    expect(engines().told()).toEqual([]);
    await edit(id, "改过的一个标题", 1);
    pass(6 * MINUTE);
    await push();
    expect(engines().told()).toHaveLength(2);
    await settle();
  });

  test("of changes that readers see, and of no others", async () => {
    const id = await write.article({ authorId: alice });
    const question = await write.question({ authorId: alice });
    await settle();
    await upstream.call(likeApi.add, { body: { targetKind: "article", targetId: id } }, { as: bob });
    await write.comment({ authorId: bob, targetKind: "article", targetId: id });
    expect(await settle()).toEqual({ baidu: [], indexnow: [] });
    await edit(id, "改过的另一个标题", 1);
    expect((await settle()).baidu).toEqual([`/article/${encode(id)}`]);
    await write.answer({ authorId: bob, questionId: question });
    expect((await settle()).indexnow).toEqual([`/question/${encode(question)}`]);
  });

  test("of deleted texts, if they accept that, and of restored ones", async () => {
    const id = await write.article({ authorId: alice });
    await settle();
    await upstream.call(articleApi.remove, { body: { id } }, { as: alice });
    expect(await settle()).toEqual({ baidu: [], indexnow: [`/article/${encode(id)}`] });
    await upstream.call(trashApi.restore, { body: { kind: "article", id } }, { as: alice });
    expect(await settle()).toEqual({ baidu: [`/article/${encode(id)}`], indexnow: [`/article/${encode(id)}`] });
  });

  test("of nothing that was published and deleted before the next turn", async () => {
    const id = await write.article({ authorId: alice });
    await push();
    await upstream.call(articleApi.remove, { body: { id } }, { as: alice });
    expect((await settle()).baidu).toEqual([]);
  });

  test("once, whichever process does it", async () => {
    await write.article({ authorId: alice });
    await push();
    pass(11 * MINUTE);
    await Promise.all([push(), push()]);
    expect(engines().told()).toHaveLength(2);
    await settle();
  });

  test("again, if the text changed while its URL was taken from the queue", async () => {
    const { services } = upstream;
    const id = await write.article({ authorId: alice, title: "出队时又改的文章" });
    await push();
    pass(11 * MINUTE);
    const [engine] = services.addressPushes;
    if (!engine) throw new Error("no engine");
    const told: string[] = [];
    const during: typeof engine = {
      ...engine,
      push(urls) {
        told.push(...urls);
        return engine.push(urls);
      },
    };
    let changed: Promise<void> | null = null;
    const change = async () => {
      await edit(id, "出队时又改了的文章", 1);
      await collectAddresses(services);
    };
    const db = afterReading(services.db, "address_states", async () => {
      if (told.length === 0) return;
      changed ??= change();
      // It may have to wait for the transaction that has read.
      await Promise.race([changed, wait(3_000)]);
    });
    await pushAddresses({ ...services, db, addressPushes: [during] });
    expect(changed, "nothing changed meanwhile").not.toBeNull();
    await changed;
    pass(11 * MINUTE);
    await pushAddresses({ ...services, addressPushes: [during] });
    expect(told.filter((url) => url.endsWith(encode(id)))).toHaveLength(2);
    await settle();
  });

  test("again, if the text changed while another process was sending its URL", async () => {
    const id = await write.article({ authorId: alice, title: "推送途中又改的文章" });
    await push();
    pass(11 * MINUTE);
    const [engine] = upstream.services.addressPushes;
    if (!engine) throw new Error("no engine");
    let changed = false;
    const during: typeof engine = {
      ...engine,
      async push(urls) {
        const outcome = await engine.push(urls);
        if (!changed) {
          changed = true;
          await edit(id, "推送途中又改了的文章", 1);
          await collectAddresses(upstream.services);
        }
        return outcome;
      },
    };
    await pushAddresses({ ...upstream.services, addressPushes: [during] });
    const told = engines()
      .told()
      .filter(({ url }) => url.endsWith(encode(id)));
    expect(told.filter((one) => one.engine === engine.engine)).toHaveLength(2);
    await settle();
  });

  test("in calls of up to 2,000 URLs", async () => {
    const queued_at = now.toISOString();
    const rows = Array.from({ length: 2_001 }, (_, at) => ({
      engine: "baidu" as const,
      kind: "case",
      item_id: 1_000_000 + at,
      queued_at,
    }));
    await upstream.services.db.insertInto("address_queue").values(rows).execute();
    expect((await settle()).baidu).toHaveLength(2_001);
  });
});

describe("an engine that does not take them", () => {
  test("for today gets the rest tomorrow", async () => {
    for (let at = 0; at < 12; at++) await write.article({ authorId: alice });
    engines().setQuota(5);
    expect((await settle()).baidu).toHaveLength(5);
    expect((await health())?.detail).toContain("当天的额度用完了，7 个在等");
    pass(11 * HOUR);
    expect((await settle()).baidu).toHaveLength(0);
    engines().setQuota(QUOTA);
    pass(HOUR);
    expect((await settle()).baidu).toHaveLength(7);
  });

  test("for a while is retried, later each time, and nothing is lost", async () => {
    await write.article({ authorId: alice });
    engines().faults.set({ kind: "error" });
    expect(await settle()).toEqual({ baidu: [], indexnow: [] });
    expect(await health()).toMatchObject({ state: "warn" });
    for (const minutes of [5, 10, 20]) {
      pass((minutes - 1) * MINUTE);
      await push();
      const before = await turnOf("baidu");
      pass(2 * MINUTE);
      await push();
      expect((await turnOf("baidu")).failures).toBe(before.failures + 1);
    }
    expect(await health()).toMatchObject({ state: "bad" });
    engines().faults.set(null);
    pass(40 * MINUTE);
    const told = await settle();
    expect([told.baidu.length, told.indexnow.length]).toEqual([1, 1]);
    expect(await health()).toMatchObject({ state: "ok" });
  });

  test("is reported with a reason in plain words", async () => {
    await write.article({ authorId: alice });
    engines().faults.set({ kind: "code", code: "token is not valid" });
    await settle();
    const found = await health();
    expect(found?.detail).toContain("百度：");
    expect(found?.detail).toContain("token is not valid");
    expect(found?.todo).toContain("BAIDU_PUSH_TOKEN");
    expect(JSON.stringify(found)).not.toContain("demo-push-token");
    engines().faults.set(null);
    pass(HOUR);
    await settle();
    expect(await waiting()).toBe(0);
  });
});

const turnOf = (engine: "baidu" | "indexnow") =>
  upstream.services.db.selectFrom("address_turns").selectAll().where("engine", "=", engine).executeTakeFirstOrThrow();

describe("in production", () => {
  const BASE = {
    APP_MODE: "production",
    PUBLIC_ORIGIN: "https://a.example",
    SECRET_KEY: "k8Jf02mQzR7xW4vB9nLpT6yHcD3sGaE1uP",
  };

  test("nothing is sent unless configured, and there is no fake", () => {
    const config = readUpstreamConfig(BASE);
    expect(config.push).toEqual({ baidu: { kind: "off" }, indexnow: { kind: "off" } });
    const fake = { baidu: { kind: "fake" }, indexnow: { kind: "fake" } } as const;
    expect(createAddressPushes({ ...config, push: fake }, null)).toEqual([]);
  });

  test("existing texts are recorded at the start, so that the first new page is sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shequ-push-"));
    const set = { DATA_DIR: folder, HASHID_SALT: "ours", INDEXNOW_KEY: "a-key-of-ours", LOG_LEVEL: "silent" };
    const started = await startUpstream({ ...BASE, ...set });
    const swept = await started.services.db.selectFrom("sweeps").select("name").execute();
    await started.close();
    rmSync(folder, { recursive: true });
    expect(swept).toContainEqual({ name: "address-pushes" });
  });

  test("URLs are built with the app's own salt", () => {
    const set = { ...BASE, BAIDU_PUSH_TOKEN: "aaaaaaaaaaaaaaaa" };
    expect(() => readUpstreamConfig(set)).toThrow("HASHID_SALT");
    const { push, shortIdSalt } = readUpstreamConfig({ ...set, HASHID_SALT: "ours" });
    expect(push.baidu).toMatchObject({ kind: "baidu", site: "https://a.example" });
    expect(shortIdSalt).toBe("ours");
  });

  test.each(["short", "has space in it", "../../../etc"])("%s is no key of IndexNow", (key) => {
    expect(() => readUpstreamConfig({ ...BASE, HASHID_SALT: "ours", INDEXNOW_KEY: key })).toThrow("INDEXNOW_KEY");
  });
});
