import { type RawBuilder, sql } from "kysely";
import { kindsWith } from "#app/contract/kinds";
import { type Db, isPostgres } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import type { PushedKind } from "./page-address";

/** Kinds of pages whose addresses search engines are told of. */
export const PUSHED_KINDS: readonly PushedKind[] = [...kindsWith("paged"), "zhiku"];

/** State of a page that is not there. */
export const GONE = "";

/** Version of a text, and of a question how many answers it has and which is accepted. */
function stateOf(kind: PushedKind): RawBuilder<string> {
  if (kind !== "question") return sql`cast(version as text)`;
  return sql`version || '/' || answer_count || '/' || coalesce(accepted_answer_id, 0)`;
}

const tableOf = (kind: PushedKind) => (kind === "zhiku" ? "zhiku_contents" : STORED[kind].table);

type Page = { id: number; state: string };

/** States of these pages; what is not there is not among them. */
export async function pageStates(db: Db, kind: PushedKind, ids: readonly number[]): Promise<Page[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Page>`select id, ${stateOf(kind)} as state from ${sql.table(tableOf(kind))}
    where id in (${sql.join(ids)}) and deleted_at is null`.execute(db);
  return rows.map(({ id, state }) => ({ id: Number(id), state }));
}

/** The next so many pages behind a number. */
export async function pagesAfter(db: Db, kind: PushedKind, after: number, limit: number): Promise<Page[]> {
  const { rows } = await sql<Page>`select id, ${stateOf(kind)} as state from ${sql.table(tableOf(kind))}
    where id > ${after} and deleted_at is null order by id limit ${limit}`.execute(db);
  return rows.map(({ id, state }) => ({ id: Number(id), state }));
}

/** Numbers of the things of a kind of which anything changed after a version: a like, too. */
export async function changedSince(db: Db, kind: PushedKind, version: number): Promise<number[]> {
  const start = `${kind}/`;
  // ":" stands behind all digits, where letters are compared byte by byte.
  const isOfKind = isPostgres(db) ? sql`key like ${`${start}%`}` : sql`key > ${start} and key < ${`${start}:`}`;
  const { rows } = await sql<{
    key: string;
  }>`select key from versions where ${isOfKind} and version > ${version}`.execute(db);
  return rows.map(({ key }) => Number(key.slice(start.length)));
}
