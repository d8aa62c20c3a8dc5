import type { KindWith } from "#app/contract/kinds";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";

/**
 * Makes sure that something is the person's own; what they deleted is still theirs.
 * @throws BusinessError NOT_FOUND when there is no such thing (or it is somebody else's and deleted), FORBIDDEN
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
