import { setTimeout as wait } from "node:timers/promises";
import { type CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from "kysely";
import { isSqliteError, type SqliteDatabase } from "./sqlite";

/** Milliseconds that a statement waits in total while another process writes. */
const PATIENCE = 5_000;
/**
 * Milliseconds that the first in the queue blocks the thread for the lock, and between its tries meanwhile. A
 * transaction takes one or two, a page three. Rendering pages instead would take CPU time that the writer may need to
 * end, where all cores are busy, and a free lock would only be noticed after the next page.
 */
const BLOCKED_MAX = 3;
const BLOCKED_PAUSE = 1;
/**
 * Milliseconds between the first retries: about as long as a transaction takes, because retrying less often misses the
 * gaps between writes. Grows with the time waited (for a migration, an import) up to the last value.
 */
const PAUSE = 1;
const PAUSE_GROWTH = 0.01;
const PAUSE_MAX = 25;

/** Listener for each statement that was run, with its milliseconds. */
type Log = (query: CompiledQuery, milliseconds: number) => void;

/**
 * Kysely's SQLite dialect, except that migrations are one transaction, that waiting for another process's write does
 * not block this process's reads, and that compiled statements can run at once.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #driver: PatientSqliteDriver;
  readonly #adapter: PatientSqliteAdapter;
  /** @param log listener for statements that run at once, which Kysely does not see */
  constructor(database: SqliteDatabase, log: Log) {
    super({ database });
    this.#driver = new PatientSqliteDriver(database);
    this.#adapter = new PatientSqliteAdapter(this.#driver, log);
  }
  override createAdapter(): SqliteAdapter {
    return this.#adapter;
  }
  override createDriver(): SqliteDriver {
    return this.#driver;
  }
}

/** Kysely's adapter, of which each open database has one. */
export class PatientSqliteAdapter extends SqliteAdapter {
  readonly #driver: PatientSqliteDriver;
  readonly #log: Log;
  constructor(driver: PatientSqliteDriver, log: Log) {
    super();
    this.#driver = driver;
    this.#log = log;
  }
  /** SQLite rolls back CREATE and ALTER like everything else, which Kysely's adapter does not know. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  /**
   * Runs a statement without Kysely's queue and its half a dozen promises, which cost as much as a short statement.
   * @param inTransaction whether the statement belongs to a transaction
   * @returns its rows; null if it must wait for its turn, and so go through Kysely
   */
  runAtOnce(query: CompiledQuery, inTransaction: boolean): unknown[] | null {
    const began = performance.now();
    const rows = this.#driver.runAtOnce(query, inTransaction);
    if (rows) this.#log(query, performance.now() - began);
    return rows;
  }
}

/**
 * SQLite's own busy waiting blocks the thread, and with it every reader, for as long as it takes. Here, a statement that
 * finds the file locked blocks it for about as long as an ordinary transaction takes; then it releases the connection,
 * lets others read, and retries. Within a transaction this can't happen, since it starts by taking the lock (sqlite.ts).
 * Waiting writers of this process form a queue, and only the first one retries: so it can retry often, and order is
 * kept.
 */
class PatientSqliteDriver extends SqliteDriver {
  readonly #database: SqliteDatabase;
  #inTransaction = false;
  #waiting = 0;
  /** Resolves when the last waiter in the queue has what it waits for. */
  #line = Promise.resolve();

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  /**
   * A transaction has the only connection to itself, so its statements never wait, and all others do. Outside of one,
   * a statement that only reads may overtake those that wait.
   */
  runAtOnce(query: CompiledQuery, inTransaction: boolean): unknown[] | null {
    if (inTransaction !== this.#inTransaction) return null;
    try {
      const statement = this.#database.prepare(query.sql);
      if (!inTransaction && !statement.readsOnly) return null;
      if (statement.reader) return statement.all(query.parameters);
      statement.run(query.parameters);
      return [];
    } catch (error) {
      if (inTransaction || !isBusy(error)) throw error;
      return null;
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query: CompiledQuery) => this.#execute(connection, query) as never,
      streamQuery: (query, size) => connection.streamQuery(query, size) as never,
    };
  }

  async #execute(connection: DatabaseConnection, query: CompiledQuery): Promise<unknown> {
    if (this.#inTransaction) return connection.executeQuery(query);
    const isBehindOthers = this.#waiting > 0 && query.sql === "begin";
    const until = performance.now() + PATIENCE;
    for (let blocked = 0; !isBehindOthers; blocked += BLOCKED_PAUSE) {
      try {
        return await connection.executeQuery(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      if (blocked >= BLOCKED_MAX) break;
      block(BLOCKED_PAUSE);
    }
    await super.releaseConnection();
    const before = this.#line;
    let leave = () => {};
    this.#line = new Promise((resolve) => {
      leave = resolve;
    });
    this.#waiting += 1;
    try {
      await before;
      return await this.#tryUntil(until, connection, query);
    } finally {
      this.#waiting -= 1;
      leave();
    }
  }

  async #tryUntil(until: number, connection: DatabaseConnection, query: CompiledQuery): Promise<unknown> {
    const began = performance.now();
    for (;;) {
      await super.acquireConnection();
      try {
        return await connection.executeQuery(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
      }
      await super.releaseConnection();
      const pause = Math.min(PAUSE_MAX, PAUSE + PAUSE_GROWTH * (performance.now() - began));
      await wait(pause * (0.5 + Math.random() / 2));
    }
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await super.beginTransaction(connection);
    this.#inTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#inTransaction = false;
  }

  /** After some errors (e.g. a full disk) SQLite has already rolled back; then report the original error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!/no transaction is active/.test((error as Error).message)) throw error;
    } finally {
      this.#inTransaction = false;
    }
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks this thread, without using its CPU time. */
function block(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}

/** Whether another connection holds the file's lock. */
const isBusy = (error: unknown): boolean => isSqliteError(error, "BUSY");
