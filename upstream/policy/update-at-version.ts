import type { Selectable, Updateable } from "kysely";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema/index";

/** Tables of what staff edit; each change increments a row's version. */
type VersionedTable = "activities" | "announcements" | "cases" | "forms" | "zhiku_contents" | "zhiku_offers";

/**
 * Updates a row that still has the version that its editor started from, and increments the version (optimistic
 * locking).
 * @returns the changed row
 * @throws BusinessError CONFLICT if it was changed since, or is gone
 */
export async function updateAtVersion<T extends VersionedTable>(
  trx: Db,
  table: T,
  { id, version }: { id: number; version: number },
  change: Omit<Updateable<Database[T]>, "id" | "version">,
): Promise<Selectable<Database[T]>> {
  const changed = await trx
    // Kysely can't type a statement for a table that is a type parameter; all of them have these columns.
    .updateTable(table as "activities")
    .set({ ...(change as Updateable<Database["activities"]>), version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw new BusinessError("CONFLICT");
  return changed as unknown as Selectable<Database[T]>;
}
