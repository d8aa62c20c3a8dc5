import { setTimeout as wait } from "node:timers/promises";
import { type CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from "kysely";
import type { SqliteDatabase } from "./sqlite";

/** Milliseconds that a statement waits in all while another process writes. */
const PATIENCE = 5_000;
/** Milliseconds between two tries, at most. */
const PAUSE = 25;
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
 * lock (sqlite.ts).
 */
class PatientSqliteDriver extends SqliteDriver {
  #inTransaction = false;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query: CompiledQuery) => this.#execute(connection, query) as never,
      streamQuery: (query, size) => connection.streamQuery(query, size) as never,
    };
  }

  async #execute(connection: DatabaseConnection, query: CompiledQuery): Promise<unknown> {
    const until = performance.now() + PATIENCE;
    for (;;) {
      try {
        return await connection.executeQuery(query);
      } catch (error) {
        if (this.#inTransaction || !isBusy(error) || performance.now() >= until) throw error;
      }
      await super.releaseConnection();
      await wait(PAUSE * (0.5 + Math.random() / 2));
      await super.acquireConnection();
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
