import { sql } from "kysely";
import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import { placedKinds } from "#app/contract/admin/content/placed-kinds";
import type { PinPlace, Placed } from "#app/contract/admin/content/placing";
import { hasTrait } from "#app/contract/kinds";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { stateOfThing } from "#upstream/modules/admin/content/things";

/** Maximum featured items of a kind in the console. */
const FEATURED_SHOWN = 100;

/** An item with what the console shows of it. */
export type PlacedThing = {
  kind: PlacedKind;
  id: number;
  name: string;
  deleted_at: string | null;
  removed_at: string | null;
  classification_id: number | null;
  classification_name: string | null;
  featured_until: string | null;
  created_at: string;
};

/** Items of a kind that match a condition, including removed ones. */
const placedThings = (kind: PlacedKind, where: ReturnType<typeof sql>) => {
  const classified = hasTrait(kind, "classified");
  const removed = hasTrait(kind, "reportable") ? sql`t.removed_at` : sql`null`;
  return sql<PlacedThing>`select ${kind} as kind, t.id, t.title as name, t.deleted_at, ${removed} as removed_at,
    ${classified ? sql`t.classification_id` : sql`null`} as classification_id,
    ${classified ? sql`c.name` : sql`null`} as classification_name, t.featured_until, t.created_at
    from ${sql.table(STORED[kind].table)} t
    ${classified ? sql`left join classifications c on c.id = t.classification_id` : sql``} where ${where}`;
};

/** An item that can be pinned, deleted or not. @throws BusinessError NOT_FOUND if there is none, or it was purged */
export async function placedThing(db: Db, { kind, id }: Placed): Promise<PlacedThing> {
  const { rows } = await placedThings(kind, sql`t.id = ${id}`).execute(db);
  return found(rows[0]);
}

/** All pins with their items, highest first; one statement per kind and one more. */
export async function listPins(db: Db) {
  const pins = await db.selectFrom("pins").selectAll().orderBy("position").orderBy("id").execute();
  const things = new Map<string, PlacedThing>();
  for (const kind of new Set(pins.map((pin) => pin.kind))) {
    const ids = pins.filter((pin) => pin.kind === kind).map(({ item_id }) => item_id);
    const { rows } = await placedThings(kind, sql`t.id in (${sql.join(ids)})`).execute(db);
    for (const row of rows) things.set(`${kind}/${row.id}`, row);
  }
  return pins.flatMap((pin) => {
    const thing = things.get(`${pin.kind}/${pin.item_id}`);
    return thing ? [{ pin, thing }] : [];
  });
}

/** Public featured items, newest first; one statement per kind. */
export async function listFeatured(db: Db): Promise<PlacedThing[]> {
  const lists: PlacedThing[] = [];
  for (const kind of placedKinds) {
    const newest = sql`t.featured = 1 and t.deleted_at is null
      order by t.created_at desc, t.id desc limit ${FEATURED_SHOWN}`;
    lists.push(...(await placedThings(kind, newest).execute(db)).rows);
  }
  return lists.sort((one, other) => (one.created_at < other.created_at ? 1 : -1)).slice(0, FEATURED_SHOWN);
}

/** Number of other public items pinned in the same list. */
export async function othersPinned(
  db: Db,
  place: PinPlace,
  { kind, id, classification_id }: PlacedThing,
): Promise<number> {
  const others = (await listPins(db)).filter(
    ({ pin, thing }) =>
      pin.place === place &&
      stateOfThing(thing) === "public" &&
      !(thing.kind === kind && thing.id === id) &&
      (place === "home" || thing.kind === kind) &&
      (place !== "class" || thing.classification_id === classification_id),
  );
  return others.length;
}
