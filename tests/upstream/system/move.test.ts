import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { allEndpoints } from "#app/contract";
import { likeApi } from "#app/contract/reading/like";
import { databaseState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { writersOfEveryKind } from "#tests/upstream/support/writers-of-every-kind";
import type { DatabaseConfig } from "#upstream/db/dialect";
import { MOVING, moveSite } from "#upstream/jobs/move/move-site";
import { TASKS } from "#upstream/jobs/tasks";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { refreshLimits } from "#upstream/modules/limit/refresh";

const now = () => new Date("2026-11-20T08:00:00.000Z");
/** Number of articles besides one item of every kind; MOVE_ARTICLES=50000 for the full test. */
const ARTICLES = Number(process.env.MOVE_ARTICLES ?? 40);

let folder: string;
const drops: (() => Promise<void>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shequ-move-"));
});
afterEach(async () => {
  for (const drop of drops.splice(0)) await drop();
  rmSync(folder, { recursive: true, force: true });
});

async function newPlace(kind: "sqlite" | "postgres", name: string): Promise<DatabaseConfig> {
  if (kind === "sqlite") return { kind, file: join(folder, `${name}.db`) };
  const database = await newDatabase();
  drops.push(database.drop);
  return { kind, url: database.url };
}

/** Opens a site on a database; its files are always in the same folder. */
const open = (database: DatabaseConfig) => createTestUpstream({ clock: now, config: { database, dataDir: folder } });

async function reindex(database: DatabaseConfig): Promise<void> {
  const upstream = await open(database);
  await TASKS.reindex(upstream.services, { dryRun: false, progress: async () => {} });
  await upstream.close();
}

async function fill(upstream: TestUpstream): Promise<{ member: number; article: number }> {
  const [author, reader] = [await upstream.addUser("林知远"), await upstream.addUser("读者")];
  const write = createWriter(upstream);
  let article = 0;
  for (let n = 0; n < ARTICLES; n += 1) {
    article = await write.article({
      authorId: author,
      title: `第${n}篇，关于麒麟`,
      tags: ["协作"],
      content: '正文’"\\ 😀',
    });
  }
  for (const make of Object.values(writersOfEveryKind(upstream, { author, reader }))) await make();
  return { member: reader, article };
}

/** Searches with results; the last one by the sound of a title. */
const SEARCHES = ["content?q=麒麟", "content?q=麒麟&page=2", "article?q=麒麟&sort=latest", "content?q=qilin"].map(
  (query) => `/api/search/${query}`,
);

/** Replies to all public calls without parameters, and a search; with times of the clock removed. */
async function answersOf(upstream: TestUpstream): Promise<Record<string, unknown>> {
  const paths = allEndpoints()
    .filter(({ endpoint }) => endpoint.method === "GET" && endpoint.auth === "anyone" && !endpoint.path.includes(":"))
    .map(({ endpoint }) => endpoint.path)
    // The version counter increases with each change, including the copy's own setting.
    .filter((path) => !/captcha|sms|wechat|ticket|versions|\/dev\//.test(path));
  const answers: Record<string, unknown> = {};
  for (const path of [...paths, ...SEARCHES, "/api/article/list?page=2&pageSize=10"]) {
    const response = await upstream.program.fetch(new Request(`http://upstream.test${encodeURI(path)}`));
    answers[path] = [response.status, await response.text()];
  }
  return answers;
}

/** Rows by table, in any order. */
async function rowsOf(upstream: TestUpstream): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(upstream.services.db));
  return Object.fromEntries(
    state.map(([table, rows]) => [
      table,
      (JSON.parse(rows) as Record<string, unknown>[])
        .filter(({ key }) => key !== "read-only" && table !== "versions")
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort(),
    ]),
  );
}

const WAYS: ("sqlite" | "postgres")[][] = PG_SERVER
  ? [
      ["sqlite", "postgres"],
      ["postgres", "sqlite"],
      ["postgres", "postgres"],
    ]
  : [["sqlite", "sqlite"]];

describe.each(WAYS)("a site that moves from %s to %s", (from = "sqlite", to = "sqlite") => {
  test(
    "is the same: rows, replies, search, numbering",
    async () => {
      const upstream = await open(await newPlace(from, "old"));
      const { member, article } = await fill(upstream);
      // Used ids are not reused.
      await upstream.services.db.deleteFrom("taggings").execute();
      const last = await createWriter(upstream).article({ authorId: member });
      await upstream.services.db.deleteFrom("articles").where("id", "=", last).execute();
      await reindexOf(upstream);
      const place = await newPlace(to, "new");
      const tried = await moveSite(upstream.services, { to: place, dryRun: true, reindex });
      expect(tried.rows).toBeGreaterThan(ARTICLES);
      await refreshLimits(upstream.services);
      expect(upstream.services.readOnly.sentence()).toBe("");
      const [rows, answers] = [await rowsOf(upstream), await answersOf(upstream)];
      const moved = await moveSite(upstream.services, { to: place, dryRun: false, heardAfter: 0, reindex });
      // Apart from the versions, which the setting has changed, nothing is new.
      expect(moved.rows).toBeGreaterThanOrEqual(tried.rows);
      await refreshLimits(upstream.services);
      const body = { targetKind: "article", targetId: article } as const;
      await expect(upstream.call(likeApi.cancel, { body }, { as: member })).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: expect.stringContaining(MOVING),
      });
      const other = await open(place);
      try {
        expect(await rowsOf(other)).toEqual(rows);
        expect(await answersOf(other)).toEqual(answers);
        for (const search of SEARCHES) expect(answers[search]).toEqual([200, expect.stringContaining("麒麟")]);
        expect(await createWriter(other).article({ authorId: member })).toBe(last + 1);
        await other.call(likeApi.add, { body }, { as: member });
      } finally {
        await other.close();
        await upstream.close();
      }
    },
    60_000 + ARTICLES * 40,
  );
});

const reindexOf = (upstream: TestUpstream) =>
  TASKS.reindex(upstream.services, { dryRun: false, progress: async () => {} });

test("a move that fails leaves the site unchanged and writable", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const upstream = await open(await newPlace(kind, "old"));
  const { member, article } = await fill(upstream);
  const place = await newPlace(kind, "new");
  const broken = moveSite(upstream.services, {
    to: place,
    dryRun: false,
    heardAfter: 0,
    reindex: () => Promise.reject(new Error("no search")),
  });
  await expect(broken).rejects.toThrow("no search");
  await refreshLimits(upstream.services);
  const body = { targetKind: "article", targetId: article } as const;
  await upstream.call(likeApi.add, { body }, { as: member });
  await expect(moveSite(upstream.services, { to: place, dryRun: true, reindex }), "something is there").rejects.toThrow(
    /空的/,
  );
  await upstream.close();
});

test("a move that fails leaves a site closed that was closed before", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const upstream = await open(await newPlace(kind, "old"));
  await writeReadOnly(upstream.services, "正在更换服务器");
  const told: string[] = [];
  const broken = moveSite(upstream.services, {
    to: await newPlace(kind, "new"),
    dryRun: false,
    heardAfter: 0,
    tell: (line) => told.push(line),
    reindex: () => Promise.reject(new Error("no search")),
  });
  await expect(broken).rejects.toThrow("no search");
  await refreshLimits(upstream.services);
  expect(upstream.services.readOnly.sentence()).toBe("正在更换服务器");
  expect(told.at(-1)).toContain("只能浏览");
  await upstream.close();
});

test("a move that is stopped leaves the site unchanged, and says so", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const upstream = await open(await newPlace(kind, "old"));
  const { member, article } = await fill(upstream);
  const stop = new AbortController();
  const told: string[] = [];
  const stopped = moveSite(upstream.services, {
    to: await newPlace(kind, "new"),
    dryRun: false,
    heardAfter: 60_000,
    reindex,
    signal: stop.signal,
    tell: (line) => told.push(line),
  });
  setTimeout(() => stop.abort(), 50);
  await expect(stopped).rejects.toThrow("按要求停下了");
  expect(told.at(-1)).toMatch(/原来的网站又可以写了/);
  await refreshLimits(upstream.services);
  const body = { targetKind: "article", targetId: article } as const;
  await upstream.call(likeApi.add, { body }, { as: member });
  await upstream.close();
});
