import { sql } from "kysely";
import { hasTrait, type Kind, type KindWith, kindsWith } from "#app/contract/kinds";
import { type Db, rowLock } from "#upstream/db/dialect";
import { jsonListHas } from "#upstream/db/json-list-has";
import type { ListMove } from "#upstream/db/lists/site-lists";
import { moveInBulk } from "#upstream/db/lists/site-lists-bulk";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { bump } from "#upstream/db/versions";
import { tagLists } from "#upstream/modules/content/taggings";
import { placedKeys } from "#upstream/modules/content/version-keys";

/** A kind with a tags column; those of cases form no lists. */
export type KindWithTags = KindWith<"tagged"> | "case";
/** All kinds with a tags column. */
export const WITH_TAGS: readonly KindWithTags[] = [...kindsWith("tagged"), "case"];

/** Row of a thing with tags. */
export type TaggedRow = {
  id: number;
  author_id?: number | null;
  tags: string;
  created_at: string;
  deleted_at: string | null;
};

/** A thing with its tags before and after. */
export type Retagged = { row: TaggedRow; before: readonly string[]; now: readonly string[] };

/** Rows of these things, locked until the transaction ends, in the order of their ids. */
export async function taggedRows(trx: Db, kind: KindWithTags, ids: readonly number[]): Promise<TaggedRow[]> {
  if (ids.length === 0) return [];
  const { table } = STORED[kind];
  return trx
    .selectFrom(table as "articles")
    .select(["id", "tags", "created_at", "deleted_at", ...(hasTrait(kind, "owned") ? (["author_id"] as const) : [])])
    .where("id", "in", ids)
    .orderBy("id")
    .$call(rowLock(trx))
    .execute();
}

/**
 * Changes the tags of many things of a kind, with counters and lists, as `changeTaggings` does for one. The given tags
 * are used without lookup.
 */
export async function retag(trx: Db, kind: KindWithTags, things: readonly Retagged[]): Promise<void> {
  if (things.length === 0) return;
  const { table } = STORED[kind];
  const byTags = new Map<string, number[]>();
  for (const { row, now } of things) {
    const json = toJson(now);
    if (json !== row.tags) byTags.set(json, [...(byTags.get(json) ?? []), row.id]);
  }
  for (const [tags, ids] of byTags) {
    await trx
      .updateTable(table as "articles")
      .set({ tags })
      .where("id", "in", ids)
      .execute();
  }
  if (hasTrait(kind, "tagged"))
    await retagLists(
      trx,
      kind,
      things.filter(({ row }) => row.deleted_at === null),
    );
  await bump(
    trx,
    things.flatMap(({ row }) => placedKeys(kind as Kind, row)),
  );
}

async function retagLists(trx: Db, kind: KindWith<"tagged">, things: readonly Retagged[]): Promise<void> {
  const moves: ListMove[] = [];
  const totals = new Map<string, number>();
  const removed = new Map<string, number[]>();
  const added: { tag: string; kind: KindWith<"tagged">; item_id: number; created_at: string }[] = [];
  const count = (tag: string, by: 1 | -1, { row }: Retagged) => {
    totals.set(tag, (totals.get(tag) ?? 0) + by);
    const key = { createdAt: row.created_at, id: row.id };
    moves.push(...tagLists({ kind, tags: [tag] }).map((list) => ({ list, by, key })));
  };
  for (const thing of things) {
    const { row, before, now } = thing;
    for (const tag of before.filter((one) => !now.includes(one))) {
      removed.set(tag, [...(removed.get(tag) ?? []), row.id]);
      count(tag, -1, thing);
    }
    for (const tag of now.filter((one) => !before.includes(one))) {
      added.push({ tag, kind, item_id: row.id, created_at: row.created_at });
      count(tag, 1, thing);
    }
  }
  if (totals.size === 0) return;
  await trx
    .insertInto("tags")
    .values([...totals].map(([name, total]) => ({ name, total })).sort((a, b) => (a.name < b.name ? -1 : 1)))
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ total: sql`tags.total + excluded.total` }))
    .execute();
  for (const [tag, ids] of removed) {
    await trx
      .deleteFrom("taggings")
      .where("kind", "=", kind)
      .where("tag", "=", tag)
      .where("item_id", "in", ids)
      .execute();
  }
  if (added.length > 0) await trx.insertInto("taggings").values(added).execute();
  await moveInBulk(trx, moves);
}

type TagChange = { source: string; target: string | null };

/** Tags of a thing after `source` became `target`, or was removed. */
const moved = (tags: readonly string[], { source, target }: TagChange): string[] => [
  ...new Set(tags.flatMap((tag) => (tag !== source ? [tag] : target === null ? [] : [target]))),
];

/** Things with a tag; for cases, found by their column only. */
async function carriers(trx: Db, source: string, limit: number): Promise<Map<KindWithTags, number[]>> {
  const found = new Map<KindWithTags, number[]>();
  let left = limit;
  for (const kind of kindsWith("tagged")) {
    const rows = await trx
      .selectFrom("taggings")
      .select("item_id")
      .where("kind", "=", kind)
      .where("tag", "=", source)
      .limit(left)
      .execute();
    found.set(
      kind,
      rows.map(({ item_id }) => item_id),
    );
    left -= rows.length;
    if (left <= 0) return found;
  }
  const cases = await casesWith(trx, source).select("id").limit(left).execute();
  found.set(
    "case",
    cases.map(({ id }) => id),
  );
  return found;
}

const casesWith = (db: Db, tag: string) => db.selectFrom("cases").where(jsonListHas("tags", tag));

/** Number of things of each kind with a tag, including unpublished cases. */
export async function countCarriers(db: Db, tag: string): Promise<Record<KindWithTags, number>> {
  const tagged = await db
    .selectFrom("taggings")
    .select((eb) => ["kind", eb.fn.countAll<number>().as("total")] as const)
    .where("tag", "=", tag)
    .where("kind", "in", kindsWith("tagged"))
    .groupBy("kind")
    .execute();
  const { total } = await casesWith(db, tag)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const of = (kind: KindWithTags) => (kind === "case" ? total : (tagged.find((row) => row.kind === kind)?.total ?? 0));
  return Object.fromEntries(WITH_TAGS.map((kind) => [kind, Number(of(kind))])) as Record<KindWithTags, number>;
}

type Step = TagChange & { id: number };

/** Moves the next things. @returns how many; less than `limit` if there are no more */
export async function applyTagMove(trx: Db, { id, ...change }: Step, limit: number): Promise<number> {
  const found = await carriers(trx, change.source, limit);
  let total = 0;
  for (const kind of WITH_TAGS) {
    const rows = await taggedRows(trx, kind, found.get(kind) ?? []);
    const things = rows.map((row) => {
      const tags = fromJson<string[]>(row.tags);
      return { row, before: [...new Set([...tags, change.source])], now: moved(tags, change) };
    });
    await retag(trx, kind, things);
    total += rows.length;
    if (rows.length === 0) continue;
    await trx
      .insertInto("taxonomy_moved")
      .values(
        things.map(({ row, now }) => ({ move_id: id, kind, item_id: row.id, before: row.tags, after: toJson(now) })),
      )
      // Its author may have restored it from the trash meanwhile.
      .onConflict((conflict) => conflict.columns(["move_id", "kind", "item_id"]).doNothing())
      .execute();
  }
  // Things that no longer exist still count as processed.
  return total === 0 ? 0 : [...found.values()].flat().length;
}

/** Moves the next things back. @returns how many; less than `limit` if there are no more */
export async function undoTagMove(trx: Db, { id, ...change }: Step, limit: number): Promise<number> {
  const kept = await trx
    .selectFrom("taxonomy_moved")
    .selectAll()
    .where("move_id", "=", id)
    .orderBy("kind")
    .orderBy("item_id")
    .limit(limit)
    .execute();
  for (const kind of WITH_TAGS) {
    const ofKind = new Map(kept.filter((one) => one.kind === kind).map((one) => [one.item_id, one]));
    const rows = await taggedRows(trx, kind, [...ofKind.keys()]);
    const things = rows.map((row) => {
      const tags = fromJson<string[]>(row.tags);
      const { before, after } = ofKind.get(row.id) ?? { before: null, after: null };
      return { row, before: tags, now: movedBack(tags, change, { before: before ?? "[]", after: after ?? "[]" }) };
    });
    await retag(trx, kind, things);
    if (ofKind.size === 0) continue;
    await trx
      .deleteFrom("taxonomy_moved")
      .where("move_id", "=", id)
      .where("kind", "=", kind)
      .where("item_id", "in", [...ofKind.keys()])
      .execute();
  }
  return kept.length;
}

/** Tags of a thing after its move is undone; changes made since are kept. */
function movedBack(
  tags: readonly string[],
  { source, target }: TagChange,
  { before, after }: { before: string; after: string },
): readonly string[] {
  const had = fromJson<string[]>(before);
  if (toJson(tags) === after) return had;
  if (tags.includes(source)) return tags;
  if (target === null) return [...tags, source];
  if (!tags.includes(target)) return tags;
  return had.includes(target) ? [...tags, source] : tags.map((tag) => (tag === target ? source : tag));
}
