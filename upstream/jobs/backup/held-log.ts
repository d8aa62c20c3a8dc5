import { setTimeout as wait } from "node:timers/promises";
import { SECOND } from "#runtime/time-units";
import { openSqlite, type SqliteDatabase } from "#upstream/db/sqlite";
import { createLogReader } from "./write-ahead-log";

/** Milliseconds to wait for others' transactions, and between two attempts. */
const PATIENCE = 5 * SECOND;
const PAUSE = 20;

/** A database's write-ahead log that nobody can restart; see `holdLog`. */
export type HeldLog = ReturnType<typeof holdLog>;

/**
 * Opens a SQLite file so that its write-ahead log can be copied completely: a connection of its own keeps a read
 * transaction open, so that nobody can restart the log before it was copied. That transaction is released for a moment
 * only (`renew`, `checkpoint`), and only within `whileNobodyWrites`.
 */
export function holdLog(file: string) {
  const reader = openSqlite(file);
  const writer = openSqlite(file);
  beginReading(reader);
  const log = createLogReader(`${file}-wal`);

  /** Runs `work` while holding the write lock. @throws if others hold the lock for too long */
  async function whileNobodyWrites<T>(work: () => T): Promise<T> {
    await lock(writer);
    try {
      return work();
    } finally {
      writer.exec("rollback");
    }
  }

  /** Moves the read transaction to the present state of the database. */
  function renew(): void {
    reader.exec("rollback");
    beginReading(reader);
  }

  /** Checkpoints the log into the database, so that the next writer restarts it. */
  function checkpoint(): void {
    reader.exec("rollback");
    reader.prepare("pragma wal_checkpoint(passive)").all([]);
    beginReading(reader);
  }

  return {
    whileNobodyWrites,
    renew,
    checkpoint,
    readFrom: log.readFrom,
    /** Copies the database, as the read transaction sees it, to a new file. */
    copyDatabaseTo: (copy: string) => reader.copyTo(copy),
    close(): void {
      log.close();
      reader.leave();
      writer.leave();
    },
  };
}

function beginReading(reader: SqliteDatabase): void {
  reader.exec("begin");
  // A transaction begins with its first statement.
  reader.prepare("select count(*) as count from sqlite_schema").get([]);
}

/** Begins a transaction that keeps others from writing. */
async function lock(writer: SqliteDatabase): Promise<void> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    try {
      writer.exec("begin immediate");
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
      await wait(PAUSE);
    }
  }
}
