import type { Selectable } from "kysely";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { StaffDraftsTable } from "#upstream/db/schema/staff-drafts";

type DraftRow = Selectable<StaffDraftsTable>;

/** Deletes this version of a draft. @throws BusinessError CONFLICT if it is gone, or was changed since */
export async function deleteDraft(
  trx: Db,
  { id, version }: { id: number; version: number },
  gone: (row: DraftRow) => void,
): Promise<void> {
  const row = await trx
    .deleteFrom("staff_drafts")
    .where("id", "=", id)
    .where("version", "=", version)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new BusinessError("CONFLICT");
  gone(row);
}
