import type { KindWith } from "#app/contract/kinds";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/**
 * Checks that something belongs to a person; what they deleted still does.
 * @throws BusinessError NOT_FOUND if there is no such thing (or it is somebody else's and deleted), FORBIDDEN
 */
export async function requireOwn(trx: Db, kind: KindWith<"owned">, id: number, userId: number): Promise<void> {
  const row = found(
    await trx
      .selectFrom(STORED[kind].table)
      .select(["author_id", "deleted_at"])
      .where("id", "=", id)
      .executeTakeFirst(),
  );
  if (row.author_id !== userId) throw new BusinessError(row.deleted_at === null ? "FORBIDDEN" : "NOT_FOUND");
}
