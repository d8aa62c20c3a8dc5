import { type RawBuilder, sql } from "kysely";
import type { ThingState } from "#app/contract/admin/thing";
import type { Author } from "#app/contract/common";
import { hasTrait } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/moderation/report";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { AUTHOR_SQL, type AuthorColumns, authorView } from "#upstream/modules/author/author";

/** SQL column with the name or title of an item of a kind; the table's alias is `t`. */
export const nameColumn = (kind: ReportTarget): RawBuilder<unknown> =>
  sql.ref(`t.${kind === "user" ? "nickname" : STORED[kind].named}`);

/** An item by kind and id. */
export type ThingPlace = { kind: ReportTarget; id: number };

/**
 * An item, public or not, with its author: a member is their own author; null if the kind has no author, like cases.
 */
export type Thing = {
  id: number;
  name: string;
  deleted_at: string | null;
  removed_at: string | null;
  /** Number of a text's version; null for a member. */
  version: number | null;
} & {
  [Column in keyof AuthorColumns]: AuthorColumns[Column] | null;
};

/** Loads items by `kind/id`, including deleted ones; one statement per kind. */
export async function thingsOf(db: Db, places: readonly ThingPlace[]): Promise<Map<string, Thing>> {
  const things = new Map<string, Thing>();
  for (const kind of new Set(places.map((place) => place.kind))) {
    const ids = places.flatMap((place) => (place.kind === kind ? [place.id] : []));
    const table = kind === "user" ? "users" : STORED[kind].table;
    const owner = kind === "user" ? sql`t.id` : hasTrait(kind, "owned") ? sql`t.author_id` : sql`null`;
    const { rows } = await sql<Thing>`select t.id, ${nameColumn(kind)} as name, t.deleted_at,
      ${kind === "user" ? sql`null as removed_at, null as version` : sql`t.removed_at, t.version`}, ${AUTHOR_SQL}
      from ${sql.table(table)} t left join users u on u.id = ${owner} where t.id in (${sql.join(ids)})`.execute(db);
    for (const row of rows) things.set(`${kind}/${row.id}`, row);
  }
  return things;
}

/** Author of an item, as shown in lists; null if the item has none. */
export function ownerOf(thing: Thing): Author | null {
  return thing.author_user_id === null ? null : authorView(thing as Parameters<typeof authorView>[0]);
}

/** State of an item, from its columns `removed_at` and `deleted_at`. */
export function stateOfThing({ removed_at, deleted_at }: Pick<Thing, "removed_at" | "deleted_at">): ThingState {
  if (removed_at !== null) return "removed";
  return deleted_at === null ? "public" : "deleted";
}

/** Loads one item, deleted or not. @throws BusinessError NOT_FOUND if it never existed, or was purged */
export async function thingAt(db: Db, { kind, id }: ThingPlace): Promise<Thing> {
  return found((await thingsOf(db, [{ kind, id }])).get(`${kind}/${id}`));
}
