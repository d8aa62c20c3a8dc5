import type { Updateable } from "kysely";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import type { ReadyText } from "./publish";
import type { ReviewRow } from "./queries";

type Current = Pick<ReviewRow, "id" | "version"> & Partial<Pick<ReviewRow, "author_id">>;

/**
 * Updates a held text if it still has the given version, and the author, if one is given.
 * @throws BusinessError CONFLICT if it was changed since
 */
export async function changeReview(
  trx: Db,
  { id, version, author_id: author }: Current,
  change: Updateable<ReviewsTable>,
): Promise<void> {
  const changed = await trx
    .updateTable("reviews")
    .set({ ...change, version: version + 1 })
    .where("id", "=", id)
    .where("version", "=", version)
    .where("state", "!=", "approved")
    .$if(author !== undefined, (query) => query.where("author_id", "=", author as number))
    .returning("id")
    .executeTakeFirst();
  if (!changed) throw new BusinessError("CONFLICT");
}

/** A held text ready to be published, and the staff member who approved it; null for none. */
type Approved = { ready: Pick<ReadyText, "write">; by?: number | null | undefined };

/**
 * Publishes a held text if it still has the given version and author, whose account may have been merged since.
 * @returns the public id
 * @throws BusinessError CONFLICT if it was changed since, NOT_FOUND if what it belongs to or changes is gone
 */
export async function publishReview(
  trx: Db,
  services: Pick<Services, "clock">,
  row: Required<Current>,
  { ready, by = null }: Approved,
): Promise<number> {
  await changeReview(trx, row, { state: "approved", decided_at: nowIso(services), decided_by: by, reason: "" });
  const { id } = await ready.write(trx);
  await trx.updateTable("reviews").set({ published_id: id }).where("id", "=", row.id).execute();
  return id;
}
