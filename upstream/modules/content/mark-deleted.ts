import { type RawBuilder, sql } from "kysely";
import { hasTrait, type Kind, kindsWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import type { UserCount } from "#upstream/db/lists/user-counters";
import { storedAs, wordColumns } from "#upstream/db/stored-kinds";
import { hideNotificationsAbout, showNotificationsAbout } from "#upstream/modules/notification/hide";
import type { Enlisted } from "./enlist";
import { type Listed, listedRowColumns } from "./listed";

/** Whether things are deleted, and the ISO 8601 time of the deletion, which identifies what to restore together. */
export type Deletion = { deleted: boolean; at: string };

/** A marked thing, with its row's text if it is restored. */
type Marked = Listed & { row: { title?: string; content?: string; excerpt?: string } };

/**
 * Marks things as deleted, or restores those deleted at the given time, together with the answers and comments below
 * them and the notifications about all of it.
 * @returns what was marked; things come after the things they belong to
 */
export async function markDeleted(
  trx: Db,
  kind: Kind,
  where: RawBuilder<unknown>,
  deletion: Deletion,
): Promise<Marked[]> {
  const { table } = storedAs(kind);
  const { deleted, at } = deletion;
  const words = deleted || !hasTrait(kind, "searchable") ? [] : wordColumns(kind);
  const columns = [...listedRowColumns(kind), ...words].map((column) => sql.ref(column));
  const { rows } = await sql<Marked["row"]>`update ${sql.table(table)} set deleted_at = ${deleted ? at : null}
    where ${where} and ${deleted ? sql`deleted_at is null` : sql`deleted_at = ${at}`}
    returning ${sql.join(columns)}`.execute(trx);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  if (hasTrait(kind, "notified")) await (deleted ? hideNotificationsAbout : showNotificationsAbout)(trx, kind, ids, at);
  const below = [rows.map((row) => ({ kind, row }) as Marked)];
  for (const child of kindsWith("recoverable")) {
    const place = storedAs(child).under;
    if (place?.kind !== kind) continue;
    const inside = isOneOf(trx, place.column, ids);
    below.push(await markDeleted(trx, child, besideRemoved(inside, deletion), deletion));
  }
  if (hasTrait(kind, "commentable")) {
    const on = sql`target_kind = ${kind} and ${isOneOf(trx, "target_id", ids)}`;
    below.push(await markDeleted(trx, "comment", besideRemoved(on, deletion), deletion));
  }
  return below.flat();
}

/** Condition that excludes what staff removed from being restored. */
const besideRemoved = (where: RawBuilder<unknown>, { deleted }: Deletion): RawBuilder<unknown> =>
  deleted ? where : sql`${where} and removed_at is null`;

/** Restored things with the words that the search finds them by. */
export const withWords = ({ markdown }: Pick<Services, "markdown">, things: readonly Marked[]): Enlisted[] =>
  things.map((thing) => {
    const { title = "", content, excerpt } = thing.row;
    if (content === undefined) return thing;
    const plain = markdown.plain(content);
    return { ...thing, words: { title, body: excerpt === undefined ? plain : `${excerpt}\n${plain}` } };
  });

/**
 * Changes of the favorite and follow counters of people when the things they favorited or follow appear (1) or
 * disappear (-1).
 */
export async function keptCounts(trx: Db, things: readonly Listed[], by: 1 | -1): Promise<UserCount[]> {
  const counts = [await favoriteCounts(trx, things, by)];
  for (const [kind, ids] of idsByKind(things)) {
    const { followers } = storedAs(kind);
    if (!followers) continue;
    const { rows } = await sql<Kept>`select user_id, created_at, ${sql.ref(followers.column)} as id
      from ${sql.table(followers.table)} where ${isOneOf(trx, followers.column, ids)}`.execute(trx);
    counts.push(rows.map(changeOf(followers.counter, by)));
  }
  return counts.flat();
}

/** Changes of only the favorite counters of people when things they favorited appear (1) or disappear (-1). */
export async function favoriteCounts(trx: Db, things: readonly Listed[], by: 1 | -1): Promise<UserCount[]> {
  const counts: UserCount[][] = [];
  for (const [kind, ids] of idsByKind(things)) {
    if (!hasTrait(kind, "favoritable")) continue;
    const { rows } = await sql<Kept>`select user_id, created_at, target_id as id from favorites
      where target_kind = ${kind} and ${isOneOf(trx, "target_id", ids)}`.execute(trx);
    counts.push(rows.map(changeOf(`${kind}_favorite_count`, by)));
  }
  return counts.flat();
}

/** A favorited or followed thing, and since when. */
type Kept = { user_id: number; created_at: string; id: number };

const changeOf =
  (counter: Exclude<UserCount["counter"], "liked_count">, by: 1 | -1) =>
  ({ user_id, created_at, id }: Kept): UserCount => ({
    userId: user_id,
    counter,
    by,
    key: { createdAt: created_at, id },
  });

function idsByKind(things: readonly Listed[]): Map<Kind, number[]> {
  const ids = new Map<Kind, number[]>();
  for (const { kind, row } of things) {
    const ofKind = ids.get(kind) ?? [];
    ids.set(kind, ofKind);
    ofKind.push(row.id);
  }
  return ids;
}
