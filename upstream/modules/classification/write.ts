import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { type Db, isUniqueViolation } from "#upstream/db/dialect";
import type { ClassificationsTable } from "#upstream/db/schema/classifications";
import { STORED } from "#upstream/db/stored-kinds";
import { bump, type VersionKey } from "#upstream/db/versions";
import { countClassified } from "#upstream/modules/taxonomy/move-classified";

/** Fields of a new classification. */
export type ClassificationFields = {
  kind: ClassificationsTable["kind"];
  /** Stable name for imports; unique within the kind. One is made unless given. */
  slug?: string;
  name: string;
  /** Smaller comes first. */
  position: number;
};

/** A classification as its row is. */
export type ClassificationRow = Selectable<ClassificationsTable>;

/** Keys of what shows classifications of a kind: lists of them, and the things that name theirs. */
const keysOfKind = (kind: ClassificationRow["kind"]): VersionKey[] => ["config", STORED[kind].table, "feed"];

/** @throws a unique violation (`isUniqueViolation`) when the slug is taken. */
export async function createClassification(
  trx: Db,
  { slug = `class-${randomUUID()}`, ...fields }: ClassificationFields,
): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("classifications")
    .values({ ...fields, slug })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, ["config"]);
  return { id };
}

/** The classification of this number. @throws BusinessError NOT_FOUND */
export async function findClassification(db: Db, id: number): Promise<ClassificationRow> {
  return found(await db.selectFrom("classifications").selectAll().where("id", "=", id).executeTakeFirst());
}

/** Locks one until the transaction ends, like whatever counts things in it. @throws BusinessError NOT_FOUND */
async function lock(trx: Db, id: number): Promise<ClassificationRow> {
  const query = trx
    .updateTable("classifications")
    .set((eb) => ({ total: eb.ref("total") }))
    .where("id", "=", id)
    .returningAll();
  return found(await query.executeTakeFirst());
}

/**
 * Changes what one is called, of which this version was read. @returns the row as it was, and as it is
 * @throws BusinessError NOT_FOUND, CONFLICT, INVALID_PARAMS where another of its kind is called so
 */
export async function renameClassification(
  trx: Db,
  { id, version, name, slug }: { id: number; version: number; name: string; slug: string },
): Promise<{ before: ClassificationRow; after: ClassificationRow }> {
  const before = await lock(trx, id);
  if (before.version !== version) throw new BusinessError("CONFLICT");
  await requireFreeName(trx, { kind: before.kind, name, slug, id });
  const after = await trx
    .updateTable("classifications")
    .set({ name, slug, version: version + 1 })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? invalid({ slug: "同一种内容里已有这个短名" }) : error;
    });
  await bump(trx, keysOfKind(after.kind));
  return { before, after };
}

type Named = { kind: ClassificationRow["kind"]; name: string; slug?: string | undefined; id?: number };

/** @throws BusinessError INVALID_PARAMS where another of the kind has this name or short name */
export async function requireFreeName(trx: Db, { kind, name, slug, id = 0 }: Named): Promise<void> {
  const same = await trx
    .selectFrom("classifications")
    .select(["name", "slug"])
    .where("kind", "=", kind)
    .where("id", "!=", id)
    .where((eb) => eb.or([eb("name", "=", name), ...(slug ? [eb("slug", "=", slug)] : [])]))
    .executeTakeFirst();
  if (same) throw invalid(same.name === name ? { name: "已经有这个分类" } : { slug: "同一种内容里已有这个短名" });
}

/** Hides one from readers and editors, or shows it again. @returns whether that changed anything */
export async function setHidden(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, hidden }: { id: number; hidden: boolean },
): Promise<{ changed: boolean; row: ClassificationRow }> {
  const row = await lock(trx, id);
  if ((row.hidden_at !== null) === hidden) return { changed: false, row };
  await trx
    .updateTable("classifications")
    .set({ hidden_at: hidden ? nowIso(services) : null })
    .where("id", "=", id)
    .execute();
  await bump(trx, keysOfKind(row.kind));
  return { changed: true, row };
}

/** Place of a classification among those of its kind. */
export type Place = { id: number; position: number };

/** Puts all of a kind in order. @returns their places before @throws BusinessError CONFLICT where others are there by now */
export async function orderClassifications(
  trx: Db,
  kind: ClassificationRow["kind"],
  places: readonly Place[],
): Promise<Place[]> {
  const before = await trx
    .selectFrom("classifications")
    .select(["id", "position"])
    .where("kind", "=", kind)
    .orderBy("id")
    .execute();
  const wanted = new Map(places.map(({ id, position }) => [id, position]));
  if (wanted.size !== before.length || before.some(({ id }) => !wanted.has(id))) throw new BusinessError("CONFLICT");
  for (const [id, position] of [...wanted].sort(([a], [b]) => a - b)) {
    await trx.updateTable("classifications").set({ position }).where("id", "=", id).execute();
  }
  await bump(trx, ["config"]);
  return before;
}

/** Place after all others of a kind. */
export async function lastPosition(trx: Db, kind: ClassificationRow["kind"]): Promise<number> {
  const { last } = await trx
    .selectFrom("classifications")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("kind", "=", kind)
    .executeTakeFirstOrThrow();
  return last === null ? 0 : Number(last) + 1;
}

/** Removes one that nothing is in. @returns the row as it was @throws BusinessError NOT_FOUND; CONFLICT while something is in it */
export async function removeClassification(trx: Db, id: number): Promise<ClassificationRow> {
  const row = await lock(trx, id);
  const things = await countClassified(trx, row.kind, id);
  if (things > 0) {
    throw new BusinessError("CONFLICT", `里面还有 ${things} 份内容（连同已删除的），请先全部移到别的分类`);
  }
  await trx.deleteFrom("classifications").where("id", "=", id).execute();
  await bump(trx, keysOfKind(row.kind));
  return row;
}

/** Puts back the row of one that was removed. */
export async function putClassificationBack(trx: Db, row: ClassificationRow): Promise<void> {
  await trx.insertInto("classifications").values(row).execute();
  await bump(trx, keysOfKind(row.kind));
}
