import { setTimeout as wait } from "node:timers/promises";
import { type CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from "kysely";
import type { SqliteDatabase } from "./sqlite";

/** Milliseconds that a statement waits in all while another process writes. */
const PATIENCE = 5_000;
/**
 * Milliseconds between two tries: about as long as a transaction takes, for whoever comes less often misses the moments in which
 * nobody writes. Longer the longer one has waited (for a migration, an import), and never more than the last.
 */
const PAUSE = 1;
const PAUSE_GROWTH = 0.01;
const PAUSE_MAX = 25;
const SQLITE_BUSY = 5;

/**
 * Kysely's, but that migrations are one transaction, and that whoever meets another process's write waits for it without
 * holding up this process's reads.
 */
export class PatientSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
  override createDriver(): SqliteDriver {
    return new PatientSqliteDriver({ database: this.#database });
  }
}

/** SQLite undoes CREATE and ALTER like everything else, which Kysely does not count on. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * SQLite's own way to wait stops the thread, and with it every reader. Here a statement that finds the file locked
 * gives the connection back, lets others read, and tries again. In a transaction that can't happen: it begins with the
 * lock (sqlite.ts). Those of this process who wait stand in line, and the first alone tries: so it may try often, and who came
 * first writes first.
 */
class PatientSqliteDriver extends SqliteDriver {
  #inTransaction = false;
  #waiting = 0;
  /** Ends when the last in line has what it waits for. */
  #line = Promise.resolve();

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
    try {
      if (!isBehindOthers) return await connection.executeQuery(query);
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await super.releaseConnection();
    const until = performance.now() + PATIENCE;
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

  /** After some errors (a full disk) SQLite has undone everything by itself: the error that came before is the one to tell. */
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

/** Whether another connection holds the file's lock, by either driver's way to say so. */
function isBusy(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return Boolean(code?.startsWith("SQLITE_BUSY")) || (errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY);
}
