import { type RawBuilder, sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { bump, keysOf } from "#upstream/db/versions";

type Subject = KindWith<"notified">;
/** Ids, or a query that selects them. */
type Ids = readonly number[] | RawBuilder<unknown>;

/**
 * Hides the notifications about things that are being deleted, and about what was under them; `at` is the time of the
 * deletion.
 */
export const hideNotificationsAbout = (trx: Db, kind: Subject, ids: Ids, at: string) =>
  mark(trx, kind, ids, { to: at, from: sql`hidden_at is null` });

/** Shows notifications again that were hidden by the deletion at that time. */
export const showNotificationsAbout = (trx: Db, kind: Subject, ids: Ids, at: string) =>
  mark(trx, kind, ids, { to: null, from: sql`hidden_at = ${at}` });

/** Deletes the notifications about purged things. */
export async function purgeNotificationsAbout(trx: Db, kind: Subject, ids: readonly number[]): Promise<void> {
  await sql`delete from news where ${about(kind, ids)}`.execute(trx);
}

async function mark(
  trx: Db,
  kind: Subject,
  ids: Ids,
  { to, from }: { to: string | null; from: RawBuilder<unknown> },
): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return;
  const { rows } = await sql<{ user_id: number }>`update news set hidden_at = ${to}
    where ${from} and ${about(kind, ids)} returning user_id`.execute(trx);
  await bump(
    trx,
    keysOf(
      "news",
      rows.map((row) => row.user_id),
    ),
  );
}

function about(kind: Subject, ids: Ids): RawBuilder<unknown> {
  const list = Array.isArray(ids) ? sql.join(ids) : ids;
  return sql`((target_kind = ${kind} and target_id in (${list})) or (source_kind = ${kind} and source_id in (${list})))`;
}
