import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import { type Memo, VERSION_IN_MEMO } from "#app/contract/transport";
import { compiledQuery } from "./compiled-query";
import { type Connection, type Db, isPostgres } from "./dialect";
import type { STORED } from "./stored-kinds";

/**
 * Sorts of things with a version per id. `user` covers the name and picture, `profile` the counters and lists, `card`
 * what lists show of a thing. `by/…` covers how much a person has written and how many follow them: `by/article` only
 * their articles (which, and so how many), `fans` only their followers.
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
 * A list (its entries and their order by time; what it shows of each is covered by `card`), or something shared:
 * `config` covers settings, texts and classifications, `pins` everything pinned by staff, `broadcasts` messages to
 * everybody, `hot-…` the order by 热门 (`content/hot-order.ts`).
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

/** Keys of things of one sort, e.g. `user/7` and `user/8`; null ids are skipped. */
export const keysOf = (sort: Versioned, ids: readonly (number | null)[]): VersionKey[] =>
  ids.flatMap((id): VersionKey[] => (id === null ? [] : [`${sort}/${id}`]));

const SEQUENCE = "#";

/** Keys changed so far by each running transaction. */
const changed = new WeakMap<object, Set<VersionKey>>();

/**
 * Marks things as changed, inside the transaction that changes them. The sequence row is locked from then until the
 * commit (so that even on PostgreSQL versions are committed in order), and every other writer waits for it. Therefore
 * `transact` writes the versions last, whenever this is called: a transaction that took another lock afterwards could
 * deadlock.
 */
export async function bump(trx: Db, keys: readonly VersionKey[]): Promise<void> {
  const waiting = changed.get(trx);
  if (!waiting) return writeBumps(trx, keys);
  for (const key of keys) waiting.add(key);
}

/** Runs the work of a transaction, then writes the version bumps it collected. Only for transactions. */
export async function withDeferredBumps<T>(trx: Db, work: () => Promise<T>): Promise<T> {
  const { result, keys } = await collectBumps(trx, work);
  await writeBumps(trx, [...keys]);
  return result;
}

/** Runs work of a transaction and collects what it marks as changed, to be written by `writeBumps` before the commit. */
export async function collectBumps<T>(
  trx: Db,
  work: () => Promise<T>,
): Promise<{ result: T; keys: ReadonlySet<VersionKey> }> {
  const keys = new Set<VersionKey>();
  changed.set(trx, keys);
  try {
    return { result: await work(), keys };
  } finally {
    changed.delete(trx);
  }
}

/** Writes the versions of changed things, each of which may be named several times. */
export async function writeBumps(trx: Db, changed: readonly VersionKey[]): Promise<void> {
  if (changed.length === 0) return;
  const keys = [...new Set(changed)].sort();
  if (isPostgres(trx)) await lockAndWrite(keys).execute(trx);
  else await writeAtOnce(trx, { keys: JSON.stringify([SEQUENCE, ...keys]) });
}

/** One statement, since every other writer waits for it: the sequence row is locked before the others. */
const lockAndWrite = (keys: readonly VersionKey[]) => sql`with next as (
    insert into versions (key, version) values (${SEQUENCE}, 1)
    on conflict (key) do update set version = versions.version + 1 returning version)
  insert into versions (key, version) select changed.key, next.version from next, unnest(${keys}::text[]) as changed (key)
  on conflict (key) do update set version = excluded.version`;

/** SQLite can't write within a subquery, but has a single writer. The sequence is one of the keys, a JSON list. */
const writeAtOnce = compiledQuery(
  (_db, { keys }: { keys: string }) => sql<never>`insert into versions (key, version)
    select value, (select coalesce(max(version), 0) + 1 from versions where key = ${sql.lit(SEQUENCE)}) from json_each(${keys}) where true
    on conflict (key) do update set version = excluded.version`,
);

/** Reads versions; these are the cheapest possible statements, because every cached page is checked by them. */
export type Versions = {
  /** The current sequence number. Read before other data, it stamps that data. */
  now(): number | Promise<number>;
  /** The newest version among the keys; data with a stamp at or above it is still valid. */
  latest(keys: readonly VersionKey[]): number | Promise<number>;
};

/** Returns the current version, to be read before anything else; all calls of a page share one read by their memo. */
export async function currentVersion(versions: Versions, memo: Memo | null): Promise<number> {
  const known = memo?.get(VERSION_IN_MEMO) as Promise<number> | undefined;
  if (known) return known;
  const now = Promise.resolve(versions.now());
  memo?.set(VERSION_IN_MEMO, now);
  return now;
}

/** Opens the versions of a database: read in memory with SQLite, queried on PostgreSQL. */
export function openVersions(connection: Connection): Versions {
  return connection.sqlite ? sqliteVersions(connection.sqlite) : queriedVersions(connection.uncounted);
}

/**
 * Milliseconds for which one read of the sequence serves all requests, of which a burst brings several: less than any
 * reader needs to learn of what another process wrote, and to send a request after it.
 */
const READ_SERVES = 0.1;

function sqliteVersions(sqlite: NonNullable<Connection["sqlite"]>): Versions {
  const sequence = sqlite.prepare("select version from versions where key = '#'");
  const newest = sqlite.prepare(
    "select max(version) as version from versions where key in (select value from json_each(?))",
  );
  const read = (row: unknown) => (row as { version: number | null } | undefined)?.version ?? 0;
  let seen = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  let writes = 0;
  return {
    now() {
      const time = performance.now();
      if (time - seenAt < READ_SERVES && writes === sqlite.writes()) return seen;
      [seenAt, writes] = [time, sqlite.writes()];
      seen = read(sequence.get([]));
      return seen;
    },
    latest: (keys) => read(newest.get([JSON.stringify(keys)])),
  };
}

const sequenceOf = compiledQuery(
  () => sql<{ version: number }>`select version from versions where key = ${sql.lit(SEQUENCE)}`,
);

/** The keys are a JSON list, so that any number of them is the same statement. */
const newestOf = compiledQuery(
  (_db, { keys }: { keys: string }) => sql<{ version: number | null }>`select max(version) as version from versions
    where key = any (array(select json_array_elements_text(${keys}::json)))`,
);

/**
 * Requests that arrive while the sequence is being read share the next read, which is sent after they arrived. So one
 * connection is enough, however many there are.
 */
function queriedVersions(db: Db): Versions {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<number> | null = null;
  const look = async () => {
    next = null;
    return (await sequenceOf(db, {}))[0]?.version ?? 0;
  };
  return {
    now() {
      if (!next) {
        next = last.then(look, look);
        last = next;
      }
      return next;
    },
    latest: async (keys) => (await newestOf(db, { keys: JSON.stringify(keys) }))[0]?.version ?? 0,
  };
}
