import { Kysely, type LogEvent, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import type { Pool, PoolClient, PoolConfig } from "pg";
import type { Database } from "./schema";

/** Share of a PostgreSQL server that one process takes, and the times that it waits, in milliseconds. */
export type PostgresLimits = {
  /** Connections for the work of requests. */
  poolMax: number;
  /** Until a connection is had: a new one, or one that somebody else gives back. */
  connectionTimeout: number;
  /** One statement, waiting for locks included. */
  statementTimeout: number;
  /** Behind what somebody else has locked. */
  lockTimeout: number;
  /** A transaction in which nothing is said: its connection is ended, and what it had locked is free. */
  idleTransactionTimeout: number;
};

/** All shorter than the ten seconds that a page waits: what is told as failed has failed. */
export const POSTGRES_LIMITS: PostgresLimits = {
  poolMax: 10,
  connectionTimeout: 3_000,
  statementTimeout: 8_000,
  lockTimeout: 4_000,
  idleTransactionTimeout: 10_000,
};

/** Connections for what may not wait behind the work of requests: a look at the versions, readiness. */
const ASIDE: PostgresLimits = {
  poolMax: 2,
  connectionTimeout: 1_000,
  statementTimeout: 1_500,
  lockTimeout: 1_000,
  idleTransactionTimeout: 5_000,
};
const NO_LIMITS: PostgresLimits = {
  poolMax: 2,
  connectionTimeout: 0,
  statementTimeout: 0,
  lockTimeout: 0,
  idleTransactionTimeout: 0,
};
/** Milliseconds by which the server may be late with an end that it should have made; after that nobody is there. */
const GRACE = 1_000;

/** Makes databases over pools of connections to one server. */
export type Postgres = {
  open(limits: PostgresLimits): Kysely<Database>;
  /** Past those who wait; with a database over the same connections of whose statements `log` hears nothing. */
  aside(): { aside: Kysely<Database>; uncounted: Kysely<Database> };
  unlimited(): Kysely<Database>;
  /** Connections of the first pool by what they do, and who waits for one. */
  counts(): [state: string, count: number][];
};

/** @param log hears of every statement but those of `uncounted` */
export async function loadPostgres(url: string, log: (event: LogEvent) => void): Promise<Postgres> {
  const { default: pg } = await import("pg");
  const INT8 = 20;
  pg.types.setTypeParser(INT8, Number);
  let first: Pool | null = null;
  const openPool = (limits: PostgresLimits) => {
    const pool = new pg.Pool(poolConfig(url, limits));
    first ??= pool;
    // A connection that the server ends must not end the process: an idle one is replaced by the pool, and who uses
    // another is told by the statement that fails.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return new PostgresDialect({ pool: leavingBroken(pool) });
  };
  const open = (limits: PostgresLimits) => new Kysely<Database>({ dialect: openPool(limits), log });
  return {
    open,
    aside() {
      const dialect = openPool(ASIDE);
      return { aside: new Kysely({ dialect, log }), uncounted: new Kysely({ dialect }) };
    },
    unlimited: () => open(NO_LIMITS),
    counts() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = first ?? {};
      return [
        ["busy", totalCount - idleCount],
        ["idle", idleCount],
        ["waited for", waitingCount],
      ];
    },
  };
}

function poolConfig(url: string, limits: PostgresLimits): PoolConfig {
  return {
    connectionString: url,
    max: limits.poolMax,
    connectionTimeoutMillis: limits.connectionTimeout,
    statement_timeout: limits.statementTimeout,
    lock_timeout: limits.lockTimeout,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeout,
    // Should the server not be heard any more, not even to say that it is too late.
    ...(limits.statementTimeout ? { query_timeout: limits.statementTimeout + GRACE } : {}),
    // To compile a statement takes longer than to run what pages ask; what is estimated dear would be compiled each time.
    options: "-c jit=off",
    keepAlive: true,
    application_name: "shequ",
  };
}

/**
 * A pool that takes no connection back on which a statement found nobody: whoever gets it next would wait as long. The
 * end of a transaction on it is not tried either, since the error that came before is the one to tell.
 */
function leavingBroken(pool: Pool): PostgresPool {
  let ended: Promise<void> | null = null;
  return {
    connect: async () => watched(await pool.connect()),
    // Two databases may be over it, and each ends what it has used.
    async end() {
      ended ??= pool.end();
      await ended;
    },
  };
}

function watched(client: PoolClient): PostgresPoolClient {
  let broken = false;
  const query = async (sql: unknown, parameters?: readonly unknown[]) => {
    if (broken && sql === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    try {
      return await client.query(sql as string, parameters as unknown[]);
    } catch (error) {
      broken ||= isConnectionLost(error);
      if (broken && sql === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
      throw error;
    }
  };
  // Of its two forms the one with a cursor is never used here.
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(broken) };
}

/** Whether an error says that the connection is gone, so that nobody knows what became of the statement. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  // What the server itself says has a severity: 57P0x that it ends the connection, 25P03 and 25P04 that it was idle.
  return severity === undefined ? true : /^(?:57P0[1-5]|08|25P0[34])/.test(code ?? "");
}
