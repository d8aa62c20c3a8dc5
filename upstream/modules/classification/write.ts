import type { Db } from "#upstream/db/dialect";
import type { ClassificationsTable } from "#upstream/db/schema/classifications";
import { bump } from "#upstream/db/versions";

/** Fields of a new classification. */
export type ClassificationFields = {
  kind: ClassificationsTable["kind"];
  /** Stable name for addresses and imports; unique within the kind. */
  slug: string;
  name: string;
  /** Smaller comes first. */
  position: number;
};

/** @throws a unique violation (`isUniqueViolation`) when the slug is taken. */
export async function createClassification(trx: Db, fields: ClassificationFields): Promise<{ id: number }> {
  const { id } = await trx.insertInto("classifications").values(fields).returning("id").executeTakeFirstOrThrow();
  await bump(trx, ["config"]);
  return { id };
}
