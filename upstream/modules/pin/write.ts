import type { PinPlace, Placed } from "#app/contract/admin/content/placing";
import { hasTrait } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import { toBit } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { bump } from "#upstream/db/versions";
import { placedKeys } from "#upstream/modules/content/version-keys";

/** Position of a pin, and when it ends. */
export type PinState = { position: number; until: string | null };

/** All pins of a thing and its featured flag, as the audit log stores them. */
export type PlacedState = Record<PinPlace, PinState | null> & { featured: { until: string | null } | null };

const PLACES: readonly PinPlace[] = ["home", "list", "class"];

/** Pins and featured flag of a thing; two statements. */
export async function placedStateOf(db: Db, { kind, id }: Placed): Promise<PlacedState> {
  const rows = await db
    .selectFrom("pins")
    .select(["place", "position", "until_at"])
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .execute();
  const row = await db
    .selectFrom(STORED[kind].table)
    .select(["featured", "featured_until"])
    .where("id", "=", id)
    .executeTakeFirst();
  const at = (place: PinPlace): PinState | null => {
    const pin = rows.find((one) => one.place === place);
    return pin ? { position: pin.position, until: pin.until_at } : null;
  };
  const featured = row?.featured === 1 ? { until: row.featured_until } : null;
  return { home: at("home"), list: at("list"), class: at("class"), featured };
}

/** Sets the pins and featured flag of a thing, and updates the lists and pages that show them. */
export async function setPlaced(trx: Db, { kind, id }: Placed, state: PlacedState): Promise<void> {
  for (const place of PLACES) {
    const pin = state[place];
    const ofThing = { kind, item_id: id, place };
    if (pin === null) {
      await trx
        .deleteFrom("pins")
        .where("kind", "=", kind)
        .where("item_id", "=", id)
        .where("place", "=", place)
        .execute();
    } else {
      const { position, until } = pin;
      await trx
        .insertInto("pins")
        .values({ ...ofThing, position, until_at: until })
        .onConflict((conflict) =>
          conflict.columns(["kind", "item_id", "place"]).doUpdateSet({ position, until_at: until }),
        )
        .execute();
    }
  }
  await trx
    .updateTable(STORED[kind].table)
    .set({ featured: toBit(state.featured !== null), featured_until: state.featured?.until ?? null })
    .where("id", "=", id)
    .execute();
  await bumpPlaced(trx, { kind, id });
}

/** Bumps everything that shows the pins and featured flag of a thing. */
export async function bumpPlaced(trx: Db, { kind, id }: Placed): Promise<void> {
  const row = hasTrait(kind, "owned")
    ? await trx.selectFrom(STORED[kind].table).select("author_id").where("id", "=", id).executeTakeFirst()
    : undefined;
  await bump(trx, ["pins", ...placedKeys(kind, { id, author_id: row?.author_id ?? null })]);
}

/** Position above everything pinned. */
export async function topPosition(trx: Db): Promise<number> {
  const row = await trx
    .selectFrom("pins")
    .select((eb) => eb.fn.min("position").as("first"))
    .executeTakeFirst();
  return (row?.first ?? 1) - 1;
}
