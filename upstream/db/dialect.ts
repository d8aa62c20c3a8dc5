import { type CompiledQuery, Kysely, type LogEvent, PostgresAdapter } from "kysely";
import { loadPostgres, POSTGRES_LIMITS, type PostgresLimits } from "./postgres";
import { reachPostgres } from "./reach-postgres";
import type { Database } from "./schema";
import { openSqlite, type SqliteDatabase } from "./sqlite";
import { PatientSqliteDialect } from "./sqlite-dialect";

/**
 * Location of the data: a SQLite file (`:memory:` for a temporary one; commits wait for the disk unless `durable` is
 * false), or a PostgreSQL server with its limits.
 */
export type DatabaseConfig =
  | { kind: "sqlite"; file: string; durable?: boolean }
  | { kind: "postgres"; url: string; limits?: Partial<PostgresLimits> };

/** The database, or a transaction in it. */
export type Db = Kysely<Database>;

/** An open database of either kind, with what depends on the kind. */
export type Connection = {
  kind: "sqlite" | "postgres";
  db: Db;
  /**
   * Connection that does not queue behind requests waiting for locks or connections: for short reads that must be
   * answered at once.
   */
  aside: Db;
  /** `aside` without statement counting: for version checks, which on SQLite cost no Kysely statement at all. */
  uncounted: Db;
  /** Runs work without time limits. */
  unlimited<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The SQLite connection behind `db`, for what Kysely can't do; null on PostgreSQL. */
  sqlite: SqliteDatabase | null;
  /** Number of statements run through `db` since the start; tests use it to limit the statements of a page. */
  statements(): number;
  /** Registers a listener for each statement, with its text and duration. */
  onStatement(listener: (statement: Statement) => void): void;
  /** Connections of the pool by state; none on SQLite. */
  pool(): { labels: { state: string }; value: number }[];
  close(): Promise<void>;
};

/** A statement that was run; its text contains no values. */
export type Statement = { text: string; milliseconds: number };

/**
 * Opens the configured database; does not migrate it.
 * @throws ConfigError if PostgreSQL can't be reached
 */
export async function connect(database: DatabaseConfig): Promise<Connection> {
  let statements = 0;
  let heard: (statement: Statement) => void = () => {};
  const hear = ({ sql }: CompiledQuery, milliseconds: number) => {
    statements += 1;
    heard({ text: sql, milliseconds });
  };
  const onStatement = (listener: typeof heard) => {
    heard = listener;
  };
  if (database.kind === "sqlite") {
    const sqlite = openSqlite(database.file, database);
    const log = ({ query, queryDurationMillis }: LogEvent) => hear(query, queryDurationMillis);
    const db = new Kysely<Database>({ dialect: new PatientSqliteDialect(sqlite, hear), log });
    return {
      kind: "sqlite",
      db,
      aside: db,
      uncounted: db,
      unlimited: (work) => work(db),
      sqlite,
      statements: () => statements,
      onStatement,
      pool: () => [],
      close: () => db.destroy(),
    };
  }
  const postgres = await loadPostgres(database.url, hear);
  const db = postgres.open({ ...POSTGRES_LIMITS, ...database.limits });
  await reachPostgres(db, database.url).catch(async (error) => {
    await db.destroy();
    throw error;
  });
  const { aside, uncounted } = postgres.aside();
  return {
    kind: "postgres",
    db,
    aside,
    uncounted,
    async unlimited(work) {
      const unlimited = postgres.unlimited();
      return work(unlimited).finally(() => unlimited.destroy());
    },
    sqlite: null,
    statements: () => statements,
    onStatement,
    pool: () => postgres.counts().map(([state, value]) => ({ labels: { state }, value })),
    close: async () => {
      await db.destroy();
      await aside.destroy();
      await uncounted.destroy();
    },
  };
}

/** Whether statements of `db` go to PostgreSQL. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Locks the rows of a query until the transaction ends; for Kysely's `$call`. On SQLite nothing needs to be locked,
 * since a transaction is its only writer.
 */
export const rowLock =
  (trx: Db) =>
  <Query extends { forUpdate(): Query }>(query: Query): Query =>
    isPostgres(trx) ? query.forUpdate() : query;

/** SQLite's extended result codes, and PostgreSQL's SQLSTATE, for a violated unique constraint. */
const SQLITE_CONSTRAINT_UNIQUE = 2067;
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555;
const UNIQUE_VIOLATION = "23505";

/** Whether an error is a violated unique constraint, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return (
    code === UNIQUE_VIOLATION ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY" ||
    errcode === SQLITE_CONSTRAINT_UNIQUE ||
    errcode === SQLITE_CONSTRAINT_PRIMARYKEY
  );
}
