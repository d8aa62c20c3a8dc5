import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import { compiledQuery } from "./compiled-query";
import { type Connection, type Db, isPostgres } from "./dialect";
import type { STORED } from "./stored-kinds";

/**
 * A sort of things that have a version each; of `user` the name and the picture, of `profile` the counts and the lists. The
 * card of a thing is what lists show of it; of a person it is how much they have written and how many follow them, of which
 * `by/article` is the articles alone (which, and so how many) and `fans` the followers alone.
 */
type Versioned =
  | KindWith<"paged">
  | "form"
  | "user"
  | "profile"
  | "news"
  | "zhiku"
  | "fans"
  | `by/${KindWith<"drafted">}`
  | `card/${KindWith<"paged"> | "user"}`;

/**
 * A list (what is in it, and its order by time; what it shows of each thing is the thing's card), or what all of a sort share: `config` are settings,
 * texts and classifications, `pins` what staff have pinned anywhere, `broadcasts` the messages to everybody, `hot-…` the
 * order by 热门 (`content/hot-order.ts`).
 */
type ListKey =
  | (typeof STORED)[KindWith<"listed">]["table"]
  | "users"
  | "feed"
  | "hot-first"
  | "hot-rest"
  | "search"
  | "config"
  | "words"
  | "pins"
  | "broadcasts"
  | "zhiku-categories"
  | "zhiku-contents"
  | "zhiku-offers";

/** Key of data that a page or a cached value was made from, e.g. `question/12` or `articles`. There are no others. */
export type VersionKey = `${Versioned}/${number}` | ListKey;

/** Keys of things of one sort, e.g. `user/7` and `user/8`; none for null. */
export const keysOf = (sort: Versioned, ids: readonly (number | null)[]): VersionKey[] =>
  ids.flatMap((id): VersionKey[] => (id === null ? [] : [`${sort}/${id}`]));

const SEQUENCE = "#";

/** Keys that each running transaction has changed so far. */
const changed = new WeakMap<object, Set<VersionKey>>();

/**
 * Marks things as changed, inside the transaction that changed them. The sequence row is locked from then until the
 * commit (so on PostgreSQL too a smaller version is never committed after a larger one), and everybody who writes
 * waits for it. So within `transact` it is written last, wherever this was called: a transaction that locked
 * anything after it would wait for others that wait for it.
 */
export async function bump(trx: Db, keys: readonly VersionKey[]): Promise<void> {
  const waiting = changed.get(trx);
  if (!waiting) return write(trx, keys);
  for (const key of keys) waiting.add(key);
}

/** Runs the work of a transaction, and then writes what it marked as changed. For `transact` alone. */
export async function withDeferredBumps<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  const waiting = new Set<VersionKey>();
  changed.set(trx, waiting);
  const result = await work();
  changed.delete(trx);
  await write(trx, [...waiting]);
  return result;
}

async function write(trx: Db, changed: readonly VersionKey[]): Promise<void> {
  if (changed.length === 0) return;
  const keys = [...new Set(changed)].sort();
  if (isPostgres(trx)) await lockAndWrite(keys).execute(trx);
  else await writeAtOnce(trx, { keys: JSON.stringify([SEQUENCE, ...keys]) });
}

/** One statement, since everybody who writes waits for it: here the sequence's row is locked before the others are. */
const lockAndWrite = (keys: readonly VersionKey[]) => sql`with next as (
    insert into versions (key, version) values (${SEQUENCE}, 1)
    on conflict (key) do update set version = versions.version + 1 returning version)
  insert into versions (key, version) select changed.key, next.version from next, unnest(${keys}::text[]) as changed (key)
  on conflict (key) do update set version = excluded.version`;

/** SQLite knows no writing within a statement, and has one writer at a time. The sequence stands among the keys, a JSON list. */
const writeAtOnce = compiledQuery(
  (_db, { keys }: { keys: string }) => sql<never>`insert into versions (key, version)
    select value, (select coalesce(max(version), 0) + 1 from versions where key = ${sql.lit(SEQUENCE)}) from json_each(${keys}) where true
    on conflict (key) do update set version = excluded.version`,
);

/** Reads versions; the cheapest statements there are, because every cached page is checked by them. */
export type Versions = {
  /** The sequence now. Taken before something is read, it stamps what was read. */
  now(): number | Promise<number>;
  /** The newest version among the keys; a stamp at or above it is still true. */
  latest(keys: readonly VersionKey[]): number | Promise<number>;
};

/** Versions of a database: of its process alone with SQLite, asked with a statement elsewhere. */
export function openVersions(connection: Connection): Versions {
  return connection.sqlite ? sqliteVersions(connection.sqlite) : queriedVersions(connection.uncounted);
}

/**
 * One look at the sequence serves all requests that came in together (Node hands them out within one turn of
 * its loop): each of them was sent before the look, so none asks for something written after it.
 */
function sqliteVersions(sqlite: NonNullable<Connection["sqlite"]>): Versions {
  const sequence = sqlite.prepare("select version from versions where key = '#'");
  const newest = sqlite.prepare(
    "select max(version) as version from versions where key in (select value from json_each(?))",
  );
  const read = (row: unknown) => (row as { version: number | null } | undefined)?.version ?? 0;
  let seen: number | null = null;
  let writes = 0;
  const forget = () => {
    seen = null;
  };
  return {
    now() {
      if (seen !== null && writes === sqlite.writes()) return seen;
      if (seen === null) setImmediate(forget);
      writes = sqlite.writes();
      seen = read(sequence.get([]));
      return seen;
    },
    latest: (keys) => read(newest.get([JSON.stringify(keys)])),
  };
}

/**
 * Requests that come while a look at the sequence is under way share the next one: it is sent after they came. So
 * however many come, one connection is enough.
 */
function queriedVersions(db: Db): Versions {
  const read = async (keys: readonly string[]) => {
    const row = await db
      .selectFrom("versions")
      .select((eb) => eb.fn.max("version").as("version"))
      .where("key", "in", keys.length ? keys : [""])
      .executeTakeFirst();
    return row?.version ?? 0;
  };
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | null = null;
  const look = () => {
    next = null;
    return read([SEQUENCE]);
  };
  return {
    now() {
      if (!next) {
        next = last.then(look, look);
        last = next;
      }
      return next;
    },
    latest: read,
  };
}
