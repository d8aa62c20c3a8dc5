import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { adminContentApi, Removable, RemovableContent } from "#app/contract/admin/content/content";
import { hasTrait } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { containsTyped, containsWord } from "#upstream/db/like";
import { STORED } from "#upstream/db/stored-kinds";
import { matchesIdOr } from "#upstream/modules/admin/list/matching";
import { pageOf } from "#upstream/modules/admin/list/page";
import { beyond, cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { AUTHOR_SQL } from "#upstream/modules/author/author";
import { chinaDayStart } from "#upstream/text/china-time";
import { nameColumn, type Thing } from "./things";

type Filter = z.output<typeof adminContentApi.list.query>;

/** Conditions of each list, exactly as in the partial indexes of each table. */
const STATES: Record<Filter["state"], RawBuilder<boolean>> = {
  public: sql`t.deleted_at is null`,
  deleted: sql`t.deleted_at is not null and t.removed_at is null`,
  removed: sql`t.deleted_at is not null and t.removed_at is not null`,
};

/** An item in the list of its kind. */
export type ListedRow = Thing & { created_at: string; removed_reason: string };

/**
 * Lists items of a kind, newest first, after a list position: every page costs the same. A search for words scans what
 * it skips.
 */
export async function listThings(db: Db, kind: Removable, filter: Filter) {
  const { state, q, author, from, to, cursor, limit } = filter;
  const position = readPosition(cursor, ["time", "id"]);
  const owner = hasTrait(kind, "owned") ? sql`t.author_id` : null;
  const conditions: RawBuilder<unknown>[] = [STATES[state]];
  if (author !== undefined) conditions.push(owner ? sql`${owner} = ${author}` : sql`1 = 0`);
  if (from) conditions.push(sql`t.created_at >= ${chinaDayStart(from)}`);
  if (to) conditions.push(sql`t.created_at < ${chinaDayStart(to, 1)}`);
  if (position) conditions.push(beyond(["t.created_at", "t.id"], "desc", position));
  if (q) conditions.push(matching(kind, q));
  const rows = await rowsOf(
    db,
    kind,
    sql`${sql.join(conditions, sql` and `)} order by t.created_at desc, t.id desc limit ${limit + 1}`,
  );
  return pageOf(rows, limit, ({ created_at, id }) => cursorAfter(created_at, id));
}

/** One item in any state. */
export async function findThing(db: Db, { kind, id }: RemovableContent): Promise<ListedRow | undefined> {
  return (await rowsOf(db, kind, sql`t.id = ${id}`))[0];
}

async function rowsOf(db: Db, kind: Removable, where: RawBuilder<unknown>): Promise<ListedRow[]> {
  const { rows } =
    await sql<ListedRow>`select t.id, ${nameColumn(kind)} as name, t.created_at, t.deleted_at, t.removed_at,
    t.version, t.removed_reason, ${AUTHOR_SQL}
    from ${sql.table(STORED[kind].table)} t left join users u on u.id = ${hasTrait(kind, "owned") ? sql`t.author_id` : sql`null`}
    where ${where}`.execute(db);
  return rows;
}

/** Matches a number as an id, anything else as part of the title in whatever spelling, or of the text as typed. */
function matching(kind: Removable, q: string): RawBuilder<boolean> {
  const { named, source } = STORED[kind];
  const titled = named === "title" ? [containsWord(sql.ref("t.title"), q)] : [];
  return matchesIdOr("t.id", q, [...titled, containsTyped(sql.ref(`t.${source}`), q)]);
}

/** Open reports of items of a kind, by id; one statement. */
export async function openReportsOf(db: Db, kind: Removable, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("reports")
    .select(["target_id", (eb) => eb.fn.countAll<number>().as("total")])
    .where("target_kind", "=", kind)
    .where("target_id", "in", ids)
    .where("state", "=", "open")
    .groupBy("target_id")
    .execute();
  return new Map(rows.map(({ target_id, total }) => [target_id, Number(total)]));
}
