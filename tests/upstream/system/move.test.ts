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
  const site = await open(database);
  await TASKS.reindex(site.services, { dryRun: false, progress: async () => {} });
  await site.close();
}

async function fill(site: TestUpstream): Promise<{ member: number; article: number }> {
  const [author, reader] = [await site.addUser("林知远"), await site.addUser("读者")];
  const write = createWriter(site);
  let article = 0;
  for (let n = 0; n < ARTICLES; n += 1) {
    article = await write.article({
      authorId: author,
      title: `第${n}篇，关于麒麟`,
      tags: ["协作"],
      content: '正文’"\\ 😀',
    });
  }
  for (const make of Object.values(writersOfEveryKind(site, { author, reader }))) await make();
  return { member: reader, article };
}

/** Searches with results; the last one by the sound of a title. */
const SEARCHES = ["content?q=麒麟", "content?q=麒麟&page=2", "article?q=麒麟&sort=latest", "content?q=qilin"].map(
  (query) => `/api/search/${query}`,
);

/** Replies to all public calls without parameters, and a search; with times of the clock removed. */
async function answersOf(site: TestUpstream): Promise<Record<string, unknown>> {
  const paths = allEndpoints()
    .filter(({ endpoint }) => endpoint.method === "GET" && endpoint.auth === "anyone" && !endpoint.path.includes(":"))
    .map(({ endpoint }) => endpoint.path)
    // The version counter increases with each change, including the copy's own setting.
    .filter((path) => !/captcha|sms|wechat|ticket|versions|\/dev\//.test(path));
  const answers: Record<string, unknown> = {};
  for (const path of [...paths, ...SEARCHES, "/api/article/list?page=2&pageSize=10"]) {
    const response = await site.upstream.fetch(new Request(`http://upstream.test${encodeURI(path)}`));
    answers[path] = [response.status, await response.text()];
  }
  return answers;
}

/** Rows by table, in any order. */
async function rowsOf(site: TestUpstream): Promise<Record<string, string[]>> {
  const state = Object.entries(await databaseState(site.services.db));
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
      const site = await open(await newPlace(from, "old"));
      const { member, article } = await fill(site);
      // Used ids are not reused.
      await site.services.db.deleteFrom("taggings").execute();
      const last = await createWriter(site).article({ authorId: member });
      await site.services.db.deleteFrom("articles").where("id", "=", last).execute();
      await reindexOf(site);
      const place = await newPlace(to, "new");
      const tried = await moveSite(site.services, { to: place, dryRun: true, reindex });
      expect(tried.rows).toBeGreaterThan(ARTICLES);
      await refreshLimits(site.services);
      expect(site.services.readOnly.sentence()).toBe("");
      const [rows, answers] = [await rowsOf(site), await answersOf(site)];
      const moved = await moveSite(site.services, { to: place, dryRun: false, heardAfter: 0, reindex });
      // Apart from the versions, which the setting has changed, nothing is new.
      expect(moved.rows).toBeGreaterThanOrEqual(tried.rows);
      await refreshLimits(site.services);
      const body = { targetKind: "article", targetId: article } as const;
      await expect(site.call(likeApi.cancel, { body }, { as: member })).rejects.toMatchObject({
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
        await site.close();
      }
    },
    60_000 + ARTICLES * 40,
  );
});

const reindexOf = (site: TestUpstream) => TASKS.reindex(site.services, { dryRun: false, progress: async () => {} });

test("a move that fails leaves the site unchanged and writable", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const site = await open(await newPlace(kind, "old"));
  const { member, article } = await fill(site);
  const place = await newPlace(kind, "new");
  const broken = moveSite(site.services, {
    to: place,
    dryRun: false,
    heardAfter: 0,
    reindex: () => Promise.reject(new Error("no search")),
  });
  await expect(broken).rejects.toThrow("no search");
  await refreshLimits(site.services);
  const body = { targetKind: "article", targetId: article } as const;
  await site.call(likeApi.add, { body }, { as: member });
  await expect(moveSite(site.services, { to: place, dryRun: true, reindex }), "something is there").rejects.toThrow(
    /空的/,
  );
  await site.close();
});

test("a move that fails leaves a site closed that was closed before", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const site = await open(await newPlace(kind, "old"));
  await writeReadOnly(site.services, "正在更换服务器");
  const told: string[] = [];
  const broken = moveSite(site.services, {
    to: await newPlace(kind, "new"),
    dryRun: false,
    heardAfter: 0,
    tell: (line) => told.push(line),
    reindex: () => Promise.reject(new Error("no search")),
  });
  await expect(broken).rejects.toThrow("no search");
  await refreshLimits(site.services);
  expect(site.services.readOnly.sentence()).toBe("正在更换服务器");
  expect(told.at(-1)).toContain("只能浏览");
  await site.close();
});

test("a move that is stopped leaves the site unchanged, and says so", async () => {
  const kind = PG_SERVER ? "postgres" : "sqlite";
  const site = await open(await newPlace(kind, "old"));
  const { member, article } = await fill(site);
  const stop = new AbortController();
  const told: string[] = [];
  const stopped = moveSite(site.services, {
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
  await refreshLimits(site.services);
  const body = { targetKind: "article", targetId: article } as const;
  await site.call(likeApi.add, { body }, { as: member });
  await site.close();
});
