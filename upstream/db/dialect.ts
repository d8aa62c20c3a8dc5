import { Kysely, type LogEvent, PostgresAdapter } from "kysely";
import { loadPostgres, POSTGRES_LIMITS, type PostgresLimits } from "./postgres";
import type { Database } from "./schema";
import { openSqlite, type SqliteDatabase } from "./sqlite";
import { PatientSqliteDialect } from "./sqlite-dialect";

/**
 * Place of the data: a file (`:memory:` for one that passes) and whether its commits wait for the disk, as they do unless
 * it says no; or a server and its limits.
 */
export type DatabaseConfig =
  | { kind: "sqlite"; file: string; durable?: boolean }
  | { kind: "postgres"; url: string; limits?: Partial<PostgresLimits> };

/** The database, or a transaction within it. */
export type Db = Kysely<Database>;

/** Open database of either kind, and what of it must be asked apart. */
export type Connection = {
  kind: "sqlite" | "postgres";
  db: Db;
  /** Connection past those who wait for locks or for another connection: short reads that must be answered at once. */
  aside: Db;
  /** `aside`, uncounted: for looks at the versions, which on SQLite cost no statement through Kysely. */
  uncounted: Db;
  /** Runs what may take as long as it must. */
  unlimited<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The one SQLite connection under `db`, for what SQL through Kysely can't do; null on PostgreSQL. */
  sqlite: SqliteDatabase | null;
  /** Statements run through `db` since the start; tests count what a page costs. */
  statements(): number;
  /** Has a listener hear of each of them, with its text and how long it took. */
  onStatement(listener: (statement: Statement) => void): void;
  /** Connections of the pool, by what they do; none on SQLite. */
  pool(): { labels: { state: string }; value: number }[];
  close(): Promise<void>;
};

/** A statement that was run; its text has no values in it. */
export type Statement = { text: string; milliseconds: number };

/** Opens the database that the configuration names; nothing is migrated yet. */
export async function connect(database: DatabaseConfig): Promise<Connection> {
  let statements = 0;
  let heard: (statement: Statement) => void = () => {};
  const log = ({ query, queryDurationMillis }: LogEvent) => {
    statements += 1;
    heard({ text: query.sql, milliseconds: queryDurationMillis });
  };
  const onStatement = (listener: typeof heard) => {
    heard = listener;
  };
  if (database.kind === "sqlite") {
    const sqlite = openSqlite(database.file, database);
    const db = new Kysely<Database>({ dialect: new PatientSqliteDialect(sqlite), log });
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
  const postgres = await loadPostgres(database.url, log);
  const db = postgres.open({ ...POSTGRES_LIMITS, ...database.limits });
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
