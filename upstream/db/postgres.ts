import { Kysely, type KyselyConfig, type PostgresPool, type PostgresPoolClient } from "kysely";
import type { Pool, PoolClient, PoolConfig } from "pg";
import { GatheredReads, GatheringPostgresDialect, type Log } from "./gathered-reads";
import { isConnectionLost } from "./lost-connection";
import type { Database } from "./schema";
import { nameOfStatement } from "./statement-names";

/** Connection limits of one process, and timeouts in milliseconds. */
export type PostgresLimits = {
  /** Connections for requests. */
  poolMax: number;
  /** Timeout for getting a connection, new or released by another request. */
  connectionTimeout: number;
  /** Timeout for one statement, including waiting for locks. */
  statementTimeout: number;
  /** Timeout for a lock held by somebody else. */
  lockTimeout: number;
  /** Timeout for an idle transaction: its connection is closed and its locks are released. */
  idleTransactionTimeout: number;
};

/**
 * Default limits, all shorter than the ten seconds that a page waits, so that what is reported as failed has failed.
 */
export const POSTGRES_LIMITS: PostgresLimits = {
  poolMax: 10,
  connectionTimeout: 3_000,
  statementTimeout: 8_000,
  lockTimeout: 4_000,
  idleTransactionTimeout: 10_000,
};

/** Connections that must not queue behind requests: version checks, readiness. */
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
/** Milliseconds after a server-side timeout until the server counts as unreachable. */
const GRACE = 1_000;

/** Creates databases over pools of connections to one server. */
export type Postgres = {
  open(limits: PostgresLimits): Kysely<Database>;
  /** Database on a separate small pool, and one over the same pool whose statements `log` does not see. */
  aside(): { aside: Kysely<Database>; uncounted: Kysely<Database> };
  unlimited(): Kysely<Database>;
  /** Connections of the main pool by state, and the number of requests waiting for one. */
  counts(): [state: string, count: number][];
};

/** @param log receives every statement except those of `uncounted` */
export async function loadPostgres(url: string, log: Log): Promise<Postgres> {
  const { default: pg } = await import("pg");
  const INT8 = 20;
  pg.types.setTypeParser(INT8, Number);
  const parserOf = (dataTypeID: number) => pg.types.getTypeParser(dataTypeID, "text");
  let first: Pool | null = null;
  const openPool = (limits: PostgresLimits) => {
    const pool = new pg.Pool(poolConfig(url, limits));
    first ??= pool;
    // A connection closed by the server must not crash the process: the pool replaces an idle one; a busy one fails its
    // statement.
    pool.on("error", () => {});
    pool.on("connect", (client) => client.on("error", () => {}));
    return { pool: leavingBroken(pool), gathered: new GatheredReads(pool, parserOf) };
  };
  const databaseOn = ({ pool, gathered }: ReturnType<typeof openPool>, hear: Log) =>
    new PooledDatabase(pool, {
      dialect: new GatheringPostgresDialect({ pool }, gathered, hear),
      log: ({ query, queryDurationMillis }) => hear(query, queryDurationMillis),
    });
  const open = (limits: PostgresLimits) => databaseOn(openPool(limits), log);
  return {
    open,
    aside() {
      const pool = openPool(ASIDE);
      return { aside: databaseOn(pool, log), uncounted: databaseOn(pool, () => {}) };
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

class PooledDatabase extends Kysely<Database> {
  readonly #pool: PostgresPool;
  constructor(pool: PostgresPool, config: KyselyConfig) {
    super(config);
    this.#pool = pool;
  }
  /** Ends the pool even if only gathered reads have used it, of which Kysely knows nothing. */
  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#pool.end();
  }
}

function poolConfig(url: string, limits: PostgresLimits): PoolConfig {
  return {
    connectionString: url,
    max: limits.poolMax,
    connectionTimeoutMillis: limits.connectionTimeout,
    statement_timeout: limits.statementTimeout,
    lock_timeout: limits.lockTimeout,
    idle_in_transaction_session_timeout: limits.idleTransactionTimeout,
    // In case the server can't be reached, not even for its own timeout.
    ...(limits.statementTimeout ? { query_timeout: limits.statementTimeout + GRACE } : {}),
    // JIT compilation takes longer than our statements, and happens again for each one estimated as expensive.
    options: "-c jit=off",
    keepAlive: true,
    application_name: "shequ",
  };
}

/**
 * Wraps a pool so that connections on which a statement timed out at the network are discarded, because the next user
 * of such a connection would wait as long. No ROLLBACK is tried on them either, so that the original error is reported.
 */
function leavingBroken(pool: Pool): PostgresPool {
  let ended: Promise<void> | null = null;
  return {
    connect: async () => watched(await pool.connect()),
    // Two databases may share the pool, and each destroys it.
    async end() {
      ended ??= pool.end();
      await ended;
    },
  };
}

function watched(client: PoolClient): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, values: unknown[]) => {
    if (broken && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
    try {
      return await client.query({ name: nameOfStatement(text), text, values });
    } catch (error) {
      broken ||= isConnectionLost(error);
      if (broken && text === "rollback") return { command: "ROLLBACK", rowCount: 0, rows: [] };
      throw error;
    }
  };
  // The form with a cursor is never used here.
  return { query: query as unknown as PostgresPoolClient["query"], release: () => client.release(broken) };
}
