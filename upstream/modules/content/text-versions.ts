import type { VersionedKind } from "#app/contract/admin/content/version";
import { VERSIONS_KEPT } from "#app/contract/limits";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { toJson } from "#upstream/db/schema/columns";

/** A version of a text: its editor fields, its author and time, and the reason of the change. */
export type TextVersion = { version: number; fields: object; by: number | null; at: string; reason?: string };

/**
 * Stores a version of a text and the one it replaced, within the transaction of the change; only the newest
 * `VERSIONS_KEPT` are kept. A text that was never changed has none.
 */
export async function keepVersions(
  trx: Db,
  { kind, id }: { kind: VersionedKind; id: number },
  { before, after }: { before: TextVersion; after: TextVersion },
): Promise<void> {
  await trx
    .insertInto("text_versions")
    .values(
      [before, after].map(({ version, fields, by, at, reason = "" }) => ({
        kind,
        item_id: id,
        version,
        fields: toJson(fields),
        author_id: by,
        written_at: at,
        reason,
      })),
    )
    // The previous version was already stored when it was written, with its author.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .deleteFrom("text_versions")
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("version", "<=", after.version - VERSIONS_KEPT)
    .execute();
}

/** A version, and who had hidden it from readers before staff did. */
export type Withheld = { version: number; before: "author" | null };

/**
 * Hides versions from readers after staff reverted a text: those after `kept` up to `last`. @returns those that were
 * visible before, or hidden by the author
 */
export async function withholdVersions(
  trx: Db,
  { kind, id }: { kind: VersionedKind; id: number },
  { kept, last }: { kept: number; last: number },
): Promise<Withheld[]> {
  const versions = trx
    .selectFrom("text_versions")
    .select(["version", "withheld"])
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("version", ">", kept)
    .where("version", "<=", last);
  const withheld = (await versions.execute()).flatMap(({ version, withheld }) =>
    withheld === "staff" ? [] : [{ version, before: withheld }],
  );
  for (const { version } of withheld) await setHidden(trx, { kind, id, version }, "staff");
  return withheld;
}

/** Sets who hides a version from readers; null for nobody. */
export async function setHidden(
  trx: Db,
  { kind, id, version }: { kind: VersionedKind; id: number; version: number },
  by: "author" | "staff" | null,
): Promise<void> {
  await trx
    .updateTable("text_versions")
    .set({ withheld: by })
    .where("kind", "=", kind)
    .where("item_id", "=", id)
    .where("version", "=", version)
    .execute();
}

/** Deletes the versions of texts that are purged. */
export async function forgetVersions(trx: Db, kind: VersionedKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("text_versions")
    .where("kind", "=", kind)
    .where(isOneOf(trx, "item_id", ids))
    .execute();
}
