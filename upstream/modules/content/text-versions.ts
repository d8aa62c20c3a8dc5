import { VERSIONS_KEPT, type VersionedKind } from "#app/contract/admin/version";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";

/** A version of a text: what its editor has, and who wrote it when. */
export type TextVersion = { version: number; fields: object; by: number | null; at: string };

/**
 * Keeps a version of a text and the one that it replaced, in the transaction of the change; of old ones the newest
 * `VERSIONS_KEPT` stay. A text that nobody has changed has none.
 */
export async function keepVersions(
  trx: Db,
  { kind, id }: { kind: VersionedKind; id: number },
  { before, after }: { before: TextVersion; after: TextVersion },
): Promise<void> {
  await trx
    .insertInto("text_versions")
    .values(
      [before, after].map(({ version, fields, by, at }) => ({
        ...{ kind, item_id: id, version, fields: toJson(fields) },
        ...{ author_id: by, written_at: at },
      })),
    )
    // The one before was kept when it was written, with who wrote it.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .deleteFrom("text_versions")
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("version", "<=", after.version - VERSIONS_KEPT)
    .execute();
}

/** Forgets the versions of texts that are gone for good. */
export async function forgetVersions(trx: Db, kind: VersionedKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom("text_versions").where("kind", "=", kind).where("item_id", "in", ids).execute();
}
