import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect } from "kysely";
import type { UpstreamConfig } from "../config";
import type { Database } from "./schema";
import { openSqlite, type SqliteDatabase } from "./sqlite";

export type Db = Kysely<Database>;

export type Connection = {
  kind: "sqlite" | "postgres";
  db: Db;
  /** The one SQLite connection under `db`, for what SQL through Kysely can't do; null on PostgreSQL. */
  sqlite: SqliteDatabase | null;
  /** Statements run through `db` since the start; tests count what a page costs. */
  statements(): number;
  close(): Promise<void>;
};

/** SQLite undoes CREATE and ALTER like everything else, which Kysely does not count on: migrations are one transaction. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Opens the database that the configuration names; nothing is migrated yet. */
export async function connect(database: UpstreamConfig["database"]): Promise<Connection> {
  let statements = 0;
  const log = () => {
    statements += 1;
  };
  if (database.kind === "sqlite") {
    const sqlite = openSqlite(database.file);
    const db = new Kysely<Database>({ dialect: new TransactionalSqliteDialect({ database: sqlite }), log });
    return { kind: "sqlite", db, sqlite, statements: () => statements, close: () => db.destroy() };
  }
  const { default: pg } = await import("pg");
  const INT8 = 20;
  pg.types.setTypeParser(INT8, Number);
  const pool = new pg.Pool({ connectionString: database.url, max: 10 });
  // An idle connection that the server ends must not end the process: the pool replaces it.
  pool.on("error", () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
  return { kind: "postgres", db, sqlite: null, statements: () => statements, close: () => db.destroy() };
}

/** Whether an error is a broken unique constraint, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  const SQLITE_CONSTRAINT_UNIQUE = 2067;
  const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
  return (
    code === "23505" ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY" ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY
  );
}
