import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import { SECOND } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import { type Connection, connect, type DatabaseConfig, type Db } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { newestIn } from "#upstream/jobs/backup/copies-in";
import { BackupError } from "#upstream/jobs/backup/database-copy";
import { requireNoDatabase } from "#upstream/jobs/backup/empty-place";
import { newestMigration } from "#upstream/jobs/backup/write-backup";
import { keepOfBeforeMove, LEFT_FOR_DAYS } from "#upstream/modules/backup/claim";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { writeReadOnly } from "#upstream/modules/config/read-only";
import { readSetting } from "#upstream/modules/config/settings";
import { addRows, eachRows, insertRows, NO_ROWS, type Sum, tablesOf } from "./copy-rows";
import { readNumbering, writeNumbering } from "./numbering";

/** Milliseconds until all processes know about read-only mode, and running writes have ended. */
const HEARD_AFTER = 12 * SECOND;
/** Shown to members during the copy, and afterwards by processes that still use the old site. */
export const MOVING = "本站正在搬家，现在只能浏览。写好的内容请先留在页面上，过几分钟再提交";

type Options = {
  to: DatabaseConfig;
  /** Copies nothing; only checks whether the move is possible, and how much there is to copy. */
  dryRun: boolean;
  tell?: (line: string) => void;
  /** Milliseconds to wait after entering read-only mode. */
  heardAfter?: number;
  /** Aborts the move, which then ends as if it had failed. */
  signal?: AbortSignal | undefined;
  /** Builds the search index of the new database. */
  reindex(to: DatabaseConfig): Promise<void>;
};

/** Number of copied tables and rows, and milliseconds in read-only mode. */
export type Moved = { tables: number; rows: number; readOnly: number };

/**
 * Copies the whole site into an empty database of either kind: rows, versions, counters, numbering; the search index is
 * rebuilt. The site is read-only from the start, and stays so after success, because later writes to the old database
 * would be lost. Each table is compared row by row.
 * @throws BackupError if the target is not empty, something differs, or it was stopped; the site is then as writable as before
 */
export async function moveSite(
  services: Services,
  { to, dryRun, tell = () => {}, heardAfter = HEARD_AFTER, signal, reindex }: Options,
): Promise<Moved> {
  const { connection } = services;
  await requireNoDatabase(to);
  const tables = await tablesOf(connection.db);
  if (dryRun) return { tables: tables.length, rows: await countRows(connection.db, tables), readOnly: 0 };
  const began = performance.now();
  const before = await readSetting(services, "read-only");
  await writeReadOnly(services, MOVING);
  try {
    tell("本站现在只能浏览");
    await wait(heardAfter, undefined, { signal });
    const target = await connect(to);
    try {
      await migrate(target, services.site);
      await requireSameSchema(connection.db, target.db);
      const rows = await copyAll(connection, target, { tables, tell, signal });
      await reindex(to);
      tell(`已复制并核对 ${tables.length} 张表、${rows} 行，搜索已重建`);
      await keepBackups(services, tell);
      return { tables: tables.length, rows, readOnly: Math.round(performance.now() - began) };
    } finally {
      await target.close();
    }
  } catch (error) {
    await writeReadOnly(services, before);
    const now = before ? "和搬之前一样只能浏览，要写就运行 read-only off" : "又可以写了";
    tell(`没有搬成：原来的网站${now}。要再搬，先清空新的数据库`);
    throw signal?.aborted ? new BackupError("按要求停下了") : error;
  }
}

/** Keeps the newest backups of the old database for a while. The move is complete whatever comes of it. */
async function keepBackups(services: Services, tell: (line: string) => void): Promise<void> {
  const place = backupPlaceOf(services.config);
  if (!place) return;
  try {
    const newest = await newestIn(place);
    if (newest.length === 0) return;
    await keepOfBeforeMove(services, place, newest);
    tell(`原来的数据库最新的备份再留 ${LEFT_FOR_DAYS} 天：${newest.join("、")}`);
  } catch (error) {
    tell(`没能记下原来的数据库的备份要再留 ${LEFT_FOR_DAYS} 天：${(error as Error).message}`);
  }
}

async function countRows(db: Db, tables: readonly string[]): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const { total } = await db
      .selectFrom(table as "users")
      .select(({ fn }) => fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    rows += Number(total);
  }
  return rows;
}

async function requireSameSchema(from: Db, to: Db): Promise<void> {
  const [here, there] = [await newestMigration(from), await newestMigration(to)];
  if (here !== there) throw new BackupError(`两边的结构不同（${here}、${there}）：请先用同一个版本启动一次本站`);
}

async function copyAll(
  from: Connection,
  to: Connection,
  {
    tables,
    tell,
    signal,
  }: { tables: readonly string[]; tell: (line: string) => void; signal: AbortSignal | undefined },
): Promise<number> {
  let rows = 0;
  const sums = new Map<string, Sum>();
  await to.unlimited((there) =>
    withoutOrder(there, to.kind, (writing) =>
      reading(from, async (trx) => {
        for (const table of tables) await writing.deleteFrom(table as "users").execute();
        for (const table of tables) {
          let sum = NO_ROWS;
          await eachRows(from, trx, {
            table,
            async take(read) {
              signal?.throwIfAborted();
              const some = read.filter((row) => !isOfMove(table, row));
              sum = addRows(sum, some);
              await insertRows(writing, table, some);
            },
          });
          sums.set(table, sum);
          rows += sum.rows;
          if (sum.rows > 10_000) tell(`${table}：${sum.rows} 行`);
        }
        await writeNumbering(writing, await readNumbering(trx), tables);
      }),
    ),
  );
  if (to.kind === "postgres") await to.unlimited((db) => sql`analyze`.execute(db));
  await compare(to, { tables, sums, signal });
  return rows;
}

/** Whether a row is the read-only message, which must not apply at the new site. */
const isOfMove = (table: string, row: Record<string, unknown>): boolean =>
  table === "site_settings" && row.key === "read-only";

/** Reads a consistent snapshot. SQLite's transactions block all writers, which is intended here. */
const reading = <T>(from: Connection, work: (trx: Db) => Promise<T>): Promise<T> =>
  from.unlimited((db) =>
    from.kind === "sqlite"
      ? db.transaction().execute(work)
      : db.transaction().setIsolationLevel("repeatable read").execute(work),
  );

/** Writes in one transaction that checks foreign keys only at the end. */
async function withoutOrder(db: Db, kind: Connection["kind"], work: (trx: Db) => Promise<void>): Promise<void> {
  if (kind === "sqlite") {
    await db.transaction().execute(async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      await work(trx);
    });
    return;
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(db);
  const alter = async (how: string) => {
    for (const { table, name } of rows) {
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(db);
    }
  };
  await alter("deferrable initially deferred");
  await db.transaction().execute(work);
  await alter("not deferrable");
}

async function compare(
  to: Connection,
  {
    tables,
    sums,
    signal,
  }: { tables: readonly string[]; sums: ReadonlyMap<string, Sum>; signal: AbortSignal | undefined },
): Promise<void> {
  await reading(to, async (trx) => {
    for (const table of tables) {
      let sum = NO_ROWS;
      await eachRows(to, trx, {
        table,
        take: async (rows) => {
          signal?.throwIfAborted();
          sum = addRows(sum, rows);
        },
      });
      const before = sums.get(table) ?? NO_ROWS;
      if (before.rows !== sum.rows || before.sum !== sum.sum) {
        throw new BackupError(`${table} 复制后不一样：${before.rows} 行，那边 ${sum.rows} 行`);
      }
    }
  });
}
