import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { connect, type DatabaseConfig } from "#upstream/db/dialect";
import { production } from "./production";
import { cleanUp, newFolder, run, start } from "./run";

const WRITERS = 16;
const ARTICLES = 40;
/** Acknowledged writes before the backup begins, and after it until the machine is lost. */
const WRITTEN = 60;
const PATIENCE = 60_000;

/** An acknowledged write: by whom, and on what. */
type Write = { userId: number; articleId: number };

cleanUp();
const databases: { drop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** Location of a site: its settings, and its database. */
async function newPlace(): Promise<{
  settings: Record<string, string> & { DATA_DIR: string };
  database: DatabaseConfig;
}> {
  const folder = newFolder();
  const settings = { ...production(folder), BACKUP_KEY: "uW8vQ2rT6yZ0xC4nM9bK7jH5gF3dS1aP" };
  if (!PG_SERVER) return { settings, database: { kind: "sqlite", file: join(folder, "shequ.db") } };
  const database = await newDatabase();
  databases.push(database);
  return { settings: { ...settings, DATABASE_URL: database.url }, database: { kind: "postgres", url: database.url } };
}

/** Members with sessions, and articles, written before the site starts. */
async function fill(database: DatabaseConfig, dataDir: string) {
  const upstream = await createTestUpstream({ config: { database, dataDir } });
  const writer = createWriter(upstream);
  const authorId = await upstream.addUser("作者");
  const articles: number[] = [];
  for (let n = 0; n < ARTICLES; n += 1) articles.push(await writer.article({ authorId, title: `文章${n}` }));
  const members: { userId: number; token: string }[] = [];
  for (let n = 0; n < WRITERS; n += 1) {
    const userId = await upstream.addUser(`读者${n}`, `139000010${10 + n}`);
    members.push({ userId, token: await upstream.tokenOf(userId) });
  }
  await upstream.close();
  return { articles, members };
}

test("when the machine is lost while sixteen people write, the last backup has everything acknowledged before it", async () => {
  const { settings, database } = await newPlace();
  const { articles, members } = await fill(database, settings.DATA_DIR);
  const program = start(["dist/upstream.js"], settings);
  const url = await program.ready();
  const acknowledged: Write[] = [];
  let lost = false;
  const heard = new Set<() => void>();
  /** Likes one article after the other, until all are liked or the machine is lost. */
  const write = async ({ userId, token }: (typeof members)[number]) => {
    for (const articleId of articles) {
      const response = await fetch(`${url}/api/like/add`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "x-client-ip": "192.0.2.1",
          "x-upstream-secret": settings.UPSTREAM_SHARED_SECRET ?? "",
        },
        body: JSON.stringify({ targetKind: "article", targetId: articleId }),
      }).catch(() => null);
      const reply = lost ? null : await response?.json().catch(() => null);
      if (reply?.code !== "SUCCESS") return;
      acknowledged.push({ userId, articleId });
      for (const each of heard) each();
    }
  };
  const until = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (acknowledged.length >= count) resolve();
      };
      heard.add(look);
      look();
      setTimeout(() => reject(new Error(`only ${acknowledged.length} of ${count} in time`)), PATIENCE).unref();
    });
  const writing = Promise.all(members.map(write));

  await until(WRITTEN);
  const before = [...acknowledged];
  const archive = join(newFolder(), "backup.tar");
  const backup = await run(["dist/admin.js", "backup", archive], settings);
  expect(backup, backup.output).toMatchObject({ code: 0 });
  await until(Math.min(acknowledged.length + WRITTEN, WRITERS * ARTICLES));
  lost = true;
  program.child.kill("SIGKILL");
  await program.ended;
  await writing;
  rmSync(settings.DATA_DIR, { recursive: true });

  const place = await newPlace();
  expect(await run(["dist/admin.js", "verify", archive], place.settings)).toMatchObject({ code: 0 });
  const wrongKey = { ...place.settings, BACKUP_KEY: "aP1sD3fG5hJ7kL9mN4cX0zY6tR2qV8wU" };
  expect(await run(["dist/admin.js", "restore", archive], wrongKey)).toMatchObject({
    code: 1,
    output: expect.stringContaining("BACKUP_KEY"),
  });
  if (place.database.kind === "sqlite") expect(existsSync(place.database.file)).toBe(false);
  const restored = await run(["dist/admin.js", "restore", archive], place.settings);
  expect(restored, restored.output).toMatchObject({ code: 0 });

  const { db, close } = await connect(place.database);
  const likes = await db
    .selectFrom("likes")
    .select(["user_id", "target_id"])
    .where("target_kind", "=", "article")
    .execute();
  const counted = await db.selectFrom("articles").select(["id", "like_count"]).execute();
  await close();
  const there = new Set(likes.map(({ user_id, target_id }) => `${user_id} ${target_id}`));
  expect(before.filter(({ userId, articleId }) => !there.has(`${userId} ${articleId}`))).toEqual([]);
  for (const { id, like_count } of counted) {
    expect(Number(like_count), `article ${id}`).toBe(likes.filter(({ target_id }) => target_id === id).length);
  }
  const again = start(["dist/upstream.js"], place.settings);
  expect((await fetch(`${await again.ready()}/readyz`)).status).toBe(200);
}, 240_000);
