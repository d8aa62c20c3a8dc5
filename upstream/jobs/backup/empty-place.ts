import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { UpstreamConfig } from "#upstream/config";
import { connect, type DatabaseConfig, type Db } from "#upstream/db/dialect";
import { requireFitPostgres } from "#upstream/db/fit-postgres";
import { isSqliteError, openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import type { ObjectStore } from "#upstream/services/storage/object-store";
import { ASIDE, BackupError } from "./database-copy";

/** Milliseconds that a closed connection may remain visible on the server. */
const LEAVING = 2_000;

/** Files of a database of SQLite. Its log alone would be written into whatever database is put beside it. */
const PARTS = ["", "-wal", "-shm"];

/** Requires that the target of a restore is empty. @throws BackupError if there is a database, or a file in the store */
export async function requireEmpty(config: UpstreamConfig, objects: ObjectStore): Promise<void> {
  const way = `；要替换现在的站，就加上 --confirm ${new URL(config.publicOrigin).host}，已有的会改名放到一边`;
  await requireNoDatabase(config.database, way);
  const [first] = await objects.list("", 1);
  if (!first) return;
  const { objects: kind, dataDir } = config;
  throw new BackupError(
    `${kind.kind === "local" ? join(dataDir, "objects") : `桶 ${kind.bucket}`} 里已经有文件：要一个空的地方${way}`,
  );
}

/**
 * Requires that the configured database is empty, and that a site can be created in it.
 * @param way what else to do, for the message
 * @throws BackupError or ConfigError otherwise
 */
export async function requireNoDatabase(database: DatabaseConfig, way = ""): Promise<void> {
  if (database.kind === "sqlite") {
    const there = PARTS.map((part) => database.file + part).find((file) => existsSync(file));
    if (there) throw new BackupError(`${there} 已经存在：要一个空的地方${way}`);
    return;
  }
  const connection = await connect(database);
  try {
    const { rows } = await sql<{ total: number }>`select count(*) as total from pg_tables
      where schemaname = current_schema()`.execute(connection.db);
    if (Number(rows[0]?.total) > 0) throw new BackupError(`这个数据库里已经有表：要一个空的数据库${way}`);
    await requireFitPostgres(connection.db, { fresh: true });
  } finally {
    await connection.close();
  }
}

/**
 * Renames the existing database and local files, with the time as a suffix. Files in a bucket are left, since a key
 * never gets other content.
 * @returns a function that restores them
 * @throws BackupError while the database is in use, or the error of a file that can't be renamed; nothing is renamed then
 */
export async function setAside({ database, dataDir, objects }: UpstreamConfig): Promise<() => Promise<void>> {
  const mark = new Date().toISOString().replace(/[-:.TZ]/g, "");
  const undo: (() => Promise<void>)[] = [];
  const putBack = async () => {
    for (const one of undo) await one();
  };
  try {
    if (database.kind === "sqlite") {
      const { file } = database;
      requireUnused(file);
      // A log that could not be written back belongs to the old database, and would ruin the new one.
      for (const part of PARTS) {
        undo.push(await renamed(file + part, `${file}.before-${mark}${part}`));
      }
    } else undo.push(await renamedSchema(database, ASIDE + mark));
    const files = join(dataDir, "objects");
    if (objects.kind === "local") undo.push(await renamed(files, `${files}.before-${mark}`));
  } catch (error) {
    await putBack();
    throw error;
  }
  return putBack;
}

async function renamed(path: string, aside: string): Promise<() => Promise<void>> {
  if (!existsSync(path)) return () => rm(path, { recursive: true, force: true });
  await rename(path, aside);
  return async () => {
    await rm(path, { recursive: true, force: true });
    await rename(aside, path);
  };
}

/**
 * Requires that no other process has the file open; closing it checkpoints the log. A damaged file, which is what
 * backups are restored over, can't be asked.
 */
function requireUnused(file: string): void {
  if (!existsSync(file)) return;
  let sqlite: SqliteDatabase | undefined;
  try {
    sqlite = openSqlite(file);
    sqlite.exec("pragma locking_mode = exclusive");
    sqlite.exec("begin exclusive");
    sqlite.exec("rollback");
  } catch (error) {
    sqlite?.leave();
    if (isSqliteError(error, "NOTADB") || isSqliteError(error, "CORRUPT")) return;
    throw new BackupError(`${file} 正在被使用：请先停下本站`, { cause: error });
  }
  sqlite.close();
}

/** Requires that nobody else is connected. @throws BackupError if another connection stays */
async function requireAlone(db: Db): Promise<void> {
  const until = performance.now() + LEAVING;
  for (;;) {
    const { rows } = await sql<{ total: number }>`select count(*) as total from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(db);
    if (Number(rows[0]?.total) === 0) return;
    if (performance.now() > until) throw new BackupError("数据库正在被使用：请先停下本站的所有进程");
    await wait(LEAVING / 20);
  }
}

async function renamedSchema(database: DatabaseConfig, name: string): Promise<() => Promise<void>> {
  const connection = await connect(database);
  try {
    await requireAlone(connection.db);
    await connection.db.transaction().execute(async (trx) => {
      await sql`alter schema public rename to ${sql.id(name)}`.execute(trx);
      await sql`create schema public`.execute(trx);
    });
  } finally {
    await connection.close();
  }
  return async () => {
    const again = await connect(database);
    try {
      await again.db.transaction().execute(async (trx) => {
        await sql`drop schema public cascade`.execute(trx);
        await sql`alter schema ${sql.id(name)} rename to public`.execute(trx);
      });
    } finally {
      await again.close();
    }
  };
}
