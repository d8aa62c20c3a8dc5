import type { VersionedKind } from "#app/contract/admin/version";
import { VERSIONS_KEPT } from "#app/contract/limits";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";

/** A version of a text: what its editor has, who wrote it when, and what they say of the change. */
export type TextVersion = { version: number; fields: object; by: number | null; at: string; reason?: string };

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
      [before, after].map(({ version, fields, by, at, reason = "" }) => ({
        ...{ kind, item_id: id, version, fields: toJson(fields) },
        ...{ author_id: by, written_at: at, reason },
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

/** A version with who kept it from readers before staff did. */
export type Withheld = { version: number; before: "author" | null };

/** Keeps versions from readers that staff have put back: those behind `kept` up to `last`. @returns what was readable until now, or its author's */
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

/** Says who keeps a version from readers; null for nobody. */
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

/** Forgets the versions of texts that are gone for good. */
export async function forgetVersions(trx: Db, kind: VersionedKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom("text_versions").where("kind", "=", kind).where("item_id", "in", ids).execute();
}
