import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Kysely, Migrator, sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { connectTo, newDatabase, PG_SERVER, type TestDatabase } from "#tests/upstream/support/pg-server";
import { createWriter } from "#tests/upstream/support/writer";
import { seedWorld } from "#tests/world/seed-world";
import { type Connection, connect, type DatabaseConfig, type Db } from "#upstream/db/dialect";
import { migrations } from "#upstream/db/migrations";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";

/**
 * Databases left by releases, for SQLite and for PostgreSQL, named by their last migration. A release adds its own:
 * STORE_DATABASES=1, once on each kind.
 */
const FOLDER = "tests/fixtures/databases";
const KIND = PG_SERVER ? "postgres" : "sqlite";
const ENDING = { sqlite: ".sqlite.gz", postgres: ".sql.gz" }[KIND];
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith(ENDING));
const ALL = Object.keys(migrations).sort();
const FIRST = ALL[0] as string;
const NEWEST = ALL.at(-1) as string;
/** Articles, and comments, added to a stored database; MIGRATED_ROWS=100000 for the full test. */
const ROWS = Number(process.env.MIGRATED_ROWS ?? 2_000);
/** Fractions of a start's duration after which it is killed. */
const KILLED_AT = [0.5, 0.7, 0.85];
const TIME_MAX = 60_000 + ROWS * 10;

/** Some content of the first state. */
const AT = "'2025-03-01T08:00:00.000Z'";
const FIRST_ROWS = [
  `insert into users (nickname, phone, created_at, question_count, article_count, comment_count) values
    ('林致远', '8613800000001', ${AT}, 1, 0, 1), ('周小雨', '8613800000002', ${AT}, 0, 1, 0)`,
  `insert into sessions (token_hash, user_id, created_at, expires_at) values ('a', 1, ${AT}, ${AT})`,
  `insert into classifications (kind, slug, name, position, total) values ('article', 'engineering', '技术', 0, 1)`,
  `insert into questions (author_id, title, excerpt, tags, created_at, updated_at, content_html, content) values
    (1, '迁移怎样做到不停机？', '先加后删', '["数据库"]', ${AT}, ${AT}, '<p>先加后删</p>', '先加后删')`,
  `insert into answers (question_id, author_id, excerpt, created_at, updated_at, content_html, content, vote_up) values
    (1, 2, '分两次发布', ${AT}, ${AT}, '<p>分两次发布</p>', '分两次发布', 1)`,
  `insert into articles (author_id, classification_id, title, excerpt, tags, created_at, updated_at, headings,
    content_html, content, like_count, comment_count) values (2, 1, '周报的写法', '先写结论', '[]', ${AT}, ${AT}, '[]',
    '<p>先写结论 <img src="/about" alt="图" loading="lazy" decoding="async"></p>', '先写结论 ![图](/about)', 1, 1)`,
  `insert into comments (target_kind, target_id, author_id, text, created_at) values ('article', 1, 1, '学到了', ${AT})`,
  `insert into likes (user_id, target_kind, target_id, created_at) values (1, 'article', 1, ${AT})`,
  `insert into votes (user_id, answer_id, value, created_at) values (1, 1, 1, ${AT})`,
  `insert into taggings (tag, kind, item_id, created_at) values ('数据库', 'question', 1, ${AT})`,
  `insert into tags (name, total) values ('数据库', 1)`,
  `insert into feed_entries (kind, item_id, created_at) values ('question', 1, ${AT}), ('article', 1, ${AT})`,
  `insert into question_follows (user_id, question_id, created_at) values (2, 1, ${AT})`,
  `insert into user_follows (follower_id, followed_id, created_at) values (1, 2, ${AT})`,
  `insert into site_texts (key, title, content, content_html, updated_at) values ('about', '关于', '你好', '<p>你好</p>', ${AT})`,
  `insert into site_settings (key, value) values ('logo', '{"name":"旧社区","url":null,"urlDark":null}')`,
];

cleanUp();
const databases: TestDatabase[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
});

/** A database, and the settings of a program on it. */
async function newPlace(): Promise<{ database: DatabaseConfig; settings: Record<string, string> }> {
  const folder = newFolder();
  const settings = production(folder);
  if (!PG_SERVER) return { database: { kind: "sqlite", file: join(folder, "shequ.db") }, settings };
  const database = await newDatabase();
  databases.push(database);
  return { database: { kind: "postgres", url: database.url }, settings: { ...settings, DATABASE_URL: database.url } };
}

async function within<T>(database: DatabaseConfig, work: (db: Db, connection: Connection) => Promise<T>): Promise<T> {
  const connection = await connect(database);
  return connection.unlimited((db) => work(db, connection)).finally(() => connection.close());
}

async function load(name: string, database: DatabaseConfig): Promise<void> {
  const bytes = gunzipSync(readFileSync(join(FOLDER, name)));
  if (database.kind === "sqlite") return writeFileSync(database.file, bytes);
  const client = await connectTo(database.url);
  await client.query(bytes.toString());
  await client.end();
}

/** Duplicates the first row of some tables many times. */
async function enlarge(db: Db): Promise<void> {
  const tables = await db.introspection.getTables();
  for (const name of ["articles", "comments"]) {
    const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
    const copied = sql.raw(columns.filter((column) => column !== "id").join(", "));
    await sql`insert into ${sql.table(name)} (${copied})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
      select ${copied} from n, (select * from ${sql.table(name)} order by id limit 1) as one`.execute(db);
  }
}

const done = async (db: Db): Promise<string[]> =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

/** Number of rows in each table, and texts by some authors. */
async function contents(db: Db): Promise<{ rows: Record<string, number>; texts: unknown }> {
  const rows: Record<string, number> = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name.startsWith("search_") || name.startsWith("sqlite_")) continue;
    const counted = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    rows[name] = Number(counted.rows[0]?.n);
  }
  const texts = await sql`select a.id, a.title, a.content, a.created_at, a.like_count, u.nickname, u.phone
    from articles a join users u on u.id = a.author_id where a.id < 10
    union all select c.id, c.target_kind, c.text, c.created_at, c.like_count, u.nickname, u.phone
    from comments c join users u on u.id = c.author_id where c.id < 10 order by 1, 2`.execute(db);
  return { rows, texts: texts.rows };
}

describe.each(NAMES)("the database %s", (name) => {
  const stored = name.slice(0, -ENDING.length);

  test("is migrated completely by a start, and by one after starts that were killed", {
    timeout: TIME_MAX,
  }, async () => {
    const [whole, killed] = [await newPlace(), await newPlace()];
    for (const { database } of [whole, killed]) {
      await load(name, database);
      await within(database, enlarge);
    }
    const before = await within(whole.database, contents);
    const were = await within(whole.database, done);
    expect(were.at(-1)).toBe(stored);

    const began = performance.now();
    const program = start(["dist/upstream.js"], whole.settings);
    const url = await program.ready();
    const took = performance.now() - began;
    const headers = { "x-upstream-secret": whole.settings.UPSTREAM_SHARED_SECRET ?? "", "x-client-ip": "192.0.2.1" };
    const list = await (await fetch(`${url}/api/article/list?pageSize=20`, { headers })).json();
    expect(list).toMatchObject({ code: "SUCCESS" });
    const expectAll = async (database: DatabaseConfig) => {
      const after = await within(database, contents);
      expect(after.texts).toEqual(before.texts);
      // Migrations and the clock add rows.
      const fewer = Object.entries(before.rows).filter(([table, n]) => (after.rows[table] ?? 0) < n);
      expect(fewer).toEqual([]);
    };
    await expectAll(whole.database);
    expect(await within(whole.database, done)).toEqual(ALL);
    if (ROWS > 10_000) console.info(`${KIND}, ${stored}: ready after ${Math.round(took)} ms`);

    for (const part of KILLED_AT) {
      const one = start(["dist/upstream.js"], killed.settings);
      // Duration on this machine.
      await Promise.race([one.ended, new Promise((later) => setTimeout(later, took * part))]);
      one.child.kill("SIGKILL");
      await one.ended;
      expect([were, ALL]).toContainEqual(await within(killed.database, done));
    }
    const last = start(["dist/upstream.js"], killed.settings);
    await last.ready();
    expect(await within(killed.database, done)).toEqual(ALL);
    await expectAll(killed.database);
  });
});

test("there is one of the first release, and one of the newest", () => {
  expect(NAMES).toContain(`${FIRST}${ENDING}`);
  expect(NAMES.length).toBeGreaterThan(1);
});

describe.runIf(process.env.STORE_DATABASES)("stored anew", () => {
  async function store(name: string, database: DatabaseConfig): Promise<void> {
    const file = join(FOLDER, `${name}${ENDING}`);
    if (existsSync(file)) throw new Error(`${file} is there: what a release left does not change`);
    if (database.kind === "postgres") {
      const dump = execFileSync("pg_dump", ["--inserts", "--no-owner", "--no-privileges", database.url]).toString();
      // Commands of psql, not SQL.
      return writeFileSync(file, gzipSync(dump.replace(/^\\(?:un)?restrict .*$/gm, ""), { level: 9 }));
    }
    const copy = join(newFolder(), "copy.db");
    await within(database, async (db) => {
      await sql`pragma page_size = 1024`.execute(db);
      await sql`vacuum into ${sql.lit(copy)}`.execute(db);
    });
    writeFileSync(file, gzipSync(readFileSync(copy), { level: 9 }));
  }

  test("the first state", async () => {
    const { database } = await newPlace();
    await within(database, async (db, { kind }) => {
      const up = (trx: Kysely<unknown>) =>
        migrations[FIRST]?.up(trx, kind, { origin: "http://127.0.0.1:3000", objectsUrl: "/oss/" }) ?? Promise.resolve();
      const { error } = await new Migrator({
        db,
        provider: { getMigrations: async () => ({ [FIRST]: { up } }) },
      }).migrateToLatest();
      if (error) throw error;
      for (const row of FIRST_ROWS) await sql.raw(row).execute(db);
    });
    await store(FIRST, database);
  });

  test("the newest", async () => {
    const { database } = await newPlace();
    const upstream = await createTestUpstream({ config: { database } });
    await seedWorld(upstream, createWriter(upstream));
    await upstream.close();
    await store(NEWEST, database);
  });
});
