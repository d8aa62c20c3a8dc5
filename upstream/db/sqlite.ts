import { createRequire } from "node:module";
import { dirname } from "node:path";
import { makeFolderSync } from "#runtime/make-folder";
import { readsOnly } from "./reads-only";

/** Statement as Kysely's SqliteDialect needs it, in terms of both drivers. */
export type SqliteStatement = {
  /** Whether it returns rows. */
  readonly reader: boolean;
  /** Whether it certainly changes nothing. */
  readonly readsOnly: boolean;
  all(parameters: readonly unknown[]): unknown[];
  /** The first row; undefined if there is none. */
  get(parameters: readonly unknown[]): unknown;
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
};
/** Connection to a SQLite file, with either driver. */
export type SqliteDatabase = {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): void;
  /** Increases whenever this connection may have written or committed something. */
  writes(): number;
  /** Writes a consistent copy of the database to a file while others read and write. */
  copyTo(file: string): Promise<void>;
  close(): void;
  /** Closes at once without cleaning up, because another connection of this process remains. */
  leave(): void;
};

type RawStatement = {
  reader?: boolean;
  columns(): unknown[];
  all(...parameters: unknown[]): unknown[];
  get(...parameters: unknown[]): unknown;
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  iterate(...parameters: unknown[]): IterableIterator<unknown>;
};
type RawDatabase = {
  prepare(sql: string): RawStatement;
  exec(sql: string): unknown;
  /** Backup function of better-sqlite3. */
  backup?(file: string, options: { progress: () => number }): Promise<unknown>;
  close(): void;
};
type NodeSqlite = {
  DatabaseSync: new (file: string) => RawDatabase;
  /** Backup function of Node 22.16 and later. */
  backup?(source: RawDatabase, file: string, options: { rate: number }): Promise<unknown>;
};

/** Pages copied per step; others may write between steps. */
const PAGES_COPIED = 1_000;

const STATEMENTS_KEPT = 500;
const PRAGMAS = [
  // For opening; otherwise sqlite-dialect.ts waits, since SQLite's own waiting blocks the process.
  "busy_timeout = 5000",
  "journal_mode = WAL",
  // In WAL mode the default is NORMAL, which may lose the last commits on power failure.
  "synchronous = FULL",
  "foreign_keys = ON",
  "cache_size = -64000",
  "mmap_size = 0",
  "temp_store = MEMORY",
  "trusted_schema = OFF",
];

/** Node's built-in SQLite if it is stable (22.13 and later). */
function nodeSqlite(): NodeSqlite | null {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return null;
  const require = createRequire(import.meta.url);
  return withoutWarning("SQLite", () => require("node:sqlite")) as NodeSqlite;
}

/** Opens Node's built-in SQLite, else better-sqlite3. */
function openRaw(file: string): RawDatabase {
  const own = nodeSqlite();
  if (own) return new own.DatabaseSync(file);
  const require = createRequire(import.meta.url);
  const Database = require("better-sqlite3") as new (file: string) => RawDatabase;
  return new Database(file);
}

/** SQLite's result codes by name, as far as we tell them apart. */
const RESULTS = { BUSY: 5, CORRUPT: 11, NOTADB: 26 } as const;

/** Whether SQLite failed with this result, as either driver reports it. */
export function isSqliteError(error: unknown, name: keyof typeof RESULTS): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return Boolean(code?.startsWith(`SQLITE_${name}`)) || (errcode !== undefined && (errcode & 0xff) === RESULTS[name]);
}

/** Opens a file that must be a database; the drivers don't say which file they refuse. */
function openPrepared(file: string): RawDatabase {
  let raw: RawDatabase | undefined;
  try {
    raw = openRaw(file);
    for (const pragma of PRAGMAS) raw.exec(`PRAGMA ${pragma}`);
    return raw;
  } catch (error) {
    raw?.close();
    if (error instanceof Error) error.message = `打不开数据库 ${file}：${error.message}`;
    throw error;
  }
}

async function copy(raw: RawDatabase, file: string): Promise<void> {
  const own = nodeSqlite();
  if (raw.backup) await raw.backup(file, { progress: () => PAGES_COPIED });
  else if (own?.backup) await own.backup(raw, file, { rate: PAGES_COPIED });
  // Node 22.13 to 22.15: in one step, so others wait.
  else raw.prepare("vacuum into ?").run(file);
}

/** Loads a module without Node 22's and 24's warning that SQLite is experimental; other warnings pass. */
function withoutWarning<T>(feature: string, load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith(`${feature} is an experimental feature`)) emitWarning(warning, ...rest);
  }) as typeof emitWarning;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/**
 * Opens a SQLite file (or `:memory:`) with the promised durability. Statements are cached, and `begin` takes the write
 * lock at once, so that a transaction never fails half-way because another process wrote.
 * @param options `durable: false` does not wait for the disk: for files that are not needed until complete, or
 * temporary
 * @throws the driver's error, whose message names the file
 */
export function openSqlite(file: string, { durable = true }: { durable?: boolean | undefined } = {}): SqliteDatabase {
  if (file !== ":memory:") makeFolderSync(dirname(file));
  const raw = openPrepared(file);
  if (!durable) raw.exec("PRAGMA synchronous = OFF");
  raw.exec("PRAGMA busy_timeout = 0");
  const statements = new Map<string, SqliteStatement>();
  let writes = 0;
  return {
    prepare(sql) {
      const kept = statements.get(sql);
      if (kept) return kept;
      const statement = raw.prepare(sql === "begin" ? "begin immediate" : sql);
      const wrapped: SqliteStatement = {
        reader: statement.reader ?? statement.columns().length > 0,
        readsOnly: readsOnly(sql),
        all: (parameters) => statement.all(...parameters),
        get: (parameters) => statement.get(...parameters),
        run(parameters) {
          writes += 1;
          return statement.run(...parameters);
        },
        iterate: (parameters) => statement.iterate(...parameters),
      };
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      statements.set(sql, wrapped);
      return wrapped;
    },
    exec(sql) {
      writes += 1;
      raw.exec(sql);
    },
    writes: () => writes,
    copyTo: (target) => copy(raw, target),
    close() {
      statements.clear();
      try {
        raw.exec("PRAGMA optimize");
        // Without waiting: it would for the holder of the log (held-log.ts), and keep others from writing meanwhile.
        if (file !== ":memory:") raw.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      } catch {
        // The disk is full, or another process writes: all is in the log, and the next start goes on from there.
      }
      raw.close();
    },
    leave() {
      statements.clear();
      raw.close();
    },
  };
}
