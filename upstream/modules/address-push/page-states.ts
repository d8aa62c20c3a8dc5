import { type RawBuilder, sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import type { PushedKind } from "./page-address";

/** Kinds of pages that are pushed to search engines. */
export const PUSHED_KINDS: readonly PushedKind[] = [...kindsWith("paged"), "zhiku"];

/** State of a page that does not exist. */
export const GONE = "";

/** SQL for a text's state: its version; for a question also the number of answers and the accepted one. */
function stateOf(kind: PushedKind): RawBuilder<string> {
  if (kind !== "question") return sql`cast(version as text)`;
  return sql`version || '/' || answer_count || '/' || coalesce(accepted_answer_id, 0)`;
}

const tableOf = (kind: PushedKind) => (kind === "zhiku" ? "zhiku_contents" : STORED[kind].table);

type Page = { id: number; state: string };

/** States of these pages; missing ones are omitted. */
export async function pageStates(db: Db, kind: PushedKind, ids: readonly number[]): Promise<Page[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Page>`select id, ${stateOf(kind)} as state from ${sql.table(tableOf(kind))}
    where id in (${sql.join(ids)}) and deleted_at is null`.execute(db);
  return rows.map(({ id, state }) => ({ id: Number(id), state }));
}

/** The next `limit` pages after an id. */
export async function pagesAfter(db: Db, kind: PushedKind, after: number, limit: number): Promise<Page[]> {
  const { rows } = await sql<Page>`select id, ${stateOf(kind)} as state from ${sql.table(tableOf(kind))}
    where id > ${after} and deleted_at is null order by id limit ${limit}`.execute(db);
  return rows.map(({ id, state }) => ({ id: Number(id), state }));
}

/** Ids of a kind's things that changed in any way after a version, including likes. */
export async function changedSince(db: Db, kind: PushedKind, version: number): Promise<number[]> {
  const start = `${kind}/`;
  // ":" sorts after all digits in bytewise order.
  const isOfKind = isPostgres(db) ? sql`key like ${`${start}%`}` : sql`key > ${start} and key < ${`${start}:`}`;
  const { rows } = await sql<{
    key: string;
  }>`select key from versions where ${isOfKind} and version > ${version}`.execute(db);
  return rows.map(({ key }) => Number(key.slice(start.length)));
}
