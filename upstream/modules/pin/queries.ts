import { sql } from "kysely";
import type { PlacedKind } from "#app/contract/admin/content/placed-kinds";
import type { PinPlace } from "#app/contract/admin/content/placing";
import type { KindWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { ListKey } from "#upstream/db/lists/site-lists";
import { STORED } from "#upstream/db/stored-kinds";

/** A pinned entry of a list, with its key in the list's own order. */
export type LivePin = { kind: PlacedKind; key: ListKey };

type Reads = Pick<Services, "db" | "cached">;

/** Everything pinned anywhere, highest first: few, and cached, so that lists without pins cost nothing. */
const allPins = ({ db, cached }: Reads) =>
  cached("pins", ["pins"], () =>
    db.selectFrom("pins").select(["place", "kind", "item_id"]).orderBy("position").orderBy("id").execute(),
  );

async function pinnedAt(services: Reads, place: PinPlace, kind?: PlacedKind) {
  const pins = await allPins(services);
  return pins.filter((pin) => pin.place === place && (kind === undefined || pin.kind === kind));
}

/** Things pinned on the home page, highest first, without deleted ones. One statement, none if nothing is pinned. */
export async function pinnedInFeed(services: Reads): Promise<(LivePin & { kind: KindWith<"inFeed"> })[]> {
  const pins = await pinnedAt(services, "home");
  if (pins.length === 0) return [];
  const places = pins.map(({ kind, item_id }) => sql`(${kind}, cast(${item_id} as bigint))`);
  const entries = await services.db
    .selectFrom("feed_entries")
    .select(["kind", "item_id", "created_at"])
    .where(sql<boolean>`(kind, item_id) in (values ${sql.join(places)})`)
    .execute();
  return pins.flatMap(({ kind, item_id }) =>
    entries
      .filter((entry) => entry.kind === kind && entry.item_id === item_id)
      .map((entry) => ({ kind: entry.kind, key: { createdAt: entry.created_at, id: item_id } })),
  );
}

/**
 * Things pinned in the list of a kind or classification, highest first, without deleted ones. One statement, none if
 * nothing is pinned.
 */
export async function pinnedInList(
  services: Reads,
  kind: PlacedKind,
  classificationId?: number | undefined,
): Promise<LivePin[]> {
  const ofClass = classificationId !== undefined;
  const pins = await pinnedAt(services, ofClass ? "class" : "list", kind);
  if (pins.length === 0) return [];
  const ids = pins.map(({ item_id }) => item_id);
  const { rows } = await sql<{ id: number; created_at: string }>`
    select id, created_at from ${sql.table(STORED[kind].table)}
    where id in (${sql.join(ids)}) and deleted_at is null
    ${ofClass ? sql`and classification_id = ${classificationId}` : sql``}`.execute(services.db);
  const keys = new Map(rows.map(({ id, created_at }) => [id, { createdAt: created_at, id }]));
  return ids.flatMap((id) => {
    const key = keys.get(id);
    return key ? [{ kind, key }] : [];
  });
}
