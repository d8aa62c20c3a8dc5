import { type RawBuilder, sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { amongIds, idList } from "#upstream/db/id-list";
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
  await sql`delete from news where ${isAbout(trx, kind, ids)}`.execute(trx);
}

async function mark(
  trx: Db,
  kind: Subject,
  ids: Ids,
  { to, from }: { to: string | null; from: RawBuilder<unknown> },
): Promise<void> {
  if (Array.isArray(ids) && ids.length === 0) return;
  const { rows } = await sql<{ user_id: number }>`update news set hidden_at = ${to}
    where ${from} and ${isAbout(trx, kind, ids)} returning user_id`.execute(trx);
  await bump(
    trx,
    keysOf(
      "news",
      rows.map((row) => row.user_id),
    ),
  );
}

/** SQL condition of notifications about things, or with one of them as their source. */
export function isAbout(db: Db, kind: Subject, ids: Ids): RawBuilder<boolean> {
  const among = Array.isArray(ids) ? amongIds(db, idList(db, ids)) : sql`in (${ids})`;
  // The index of sources leaves out 0, so the condition must do so too.
  const ofSource = sql`source_kind = ${kind} and source_id != 0 and source_id ${among}`;
  return sql<boolean>`((target_kind = ${kind} and target_id ${among}) or (${ofSource}))`;
}
