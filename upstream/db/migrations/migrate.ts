import { type Kysely, Migrator, sql } from "kysely";
import { ConfigError } from "#runtime/config-error";
import type { Connection, Db } from "#upstream/db/dialect";
import { requireFitPostgres } from "#upstream/db/fit-postgres";
import type { Site } from "#upstream/text/web-address";
import { migrations } from "./";

/** Site of a database without pages, as in tests and tools. */
const NOWHERE: Site = { origin: "http://127.0.0.1:3000", objectsUrl: "/oss/" };

/**
 * Brings the database to the newest schema; forward only. All missing migrations run in one transaction, so a process
 * that is killed in the middle has changed nothing.
 * @param site tells migrations of stored texts which picture URLs are the site's own
 * @returns the names of the migrations that ran
 * @throws the first migration's error
 */
export async function migrate(connection: Connection, site: Site = NOWHERE): Promise<string[]> {
  return connection.unlimited((db) => migrateThrough(db, connection.kind, site));
}

/**
 * Error for a database that a newer build has migrated, which Kysely reports as corrupt; it says what the operator can
 * do. Null for any other error.
 */
function ofNewerBuild(error: unknown): ConfigError | null {
  const known = /previously executed migration (\S+) is missing/.exec(error instanceof Error ? error.message : "");
  if (!known) return null;
  return new ConfigError(
    `数据库已由更新的版本升级过（${known[1]}），这一版不认识，没有动它：请重新启动那个更新的版本，` +
      "或恢复升级之前的备份（npm run admin -- restore 备份.tar），见 docs/operations.md",
  );
}

/**
 * State of the schema: `newest` if exactly the known migrations have run, `none` if none has run yet, else `older`. Spares
 * every start Kysely's own check, which reads all columns of all tables.
 */
async function stateOf(db: Db, kind: Connection["kind"]): Promise<"newest" | "older" | "none"> {
  const found = sql.lit("kysely_migration");
  const { rows: tables } =
    kind === "sqlite"
      ? await sql`select name from sqlite_master where name = ${found}`.execute(db)
      : await sql`select tablename from pg_tables where schemaname = current_schema() and tablename = ${found}`.execute(
          db,
        );
  if (tables.length === 0) return "none";
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const ran = new Set(rows.map(({ name }) => name));
  const known = Object.keys(migrations);
  return ran.size === known.length && known.every((name) => ran.has(name)) ? "newest" : "older";
}

async function migrateThrough(db: Db, kind: Connection["kind"], site: Site): Promise<string[]> {
  const state = await stateOf(db, kind);
  if (state === "newest") return [];
  await requireFitPostgres(db, { fresh: state === "none" });
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [
            name,
            { up: (trx: Kysely<unknown>) => migration.up(trx, kind, site) },
          ]),
        ),
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw ofNewerBuild(error) ?? error;
  return results.map((result) => result.migrationName);
}
