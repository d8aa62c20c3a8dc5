import type { AgreementVersion } from "#app/contract/people/agreement";
import type { AgreementKey } from "#app/contract/people/agreements";
import type { Db } from "#upstream/db/dialect";
import type { AgreementsTable } from "#upstream/db/schema/agreements";

type Row = Pick<AgreementsTable, "key" | "version" | "title" | "changes" | "effective_at" | "applied_at">;

/** Versions of agreements without their texts, newest first for each. */
export function findVersions(db: Db, keys: readonly AgreementKey[]) {
  return db
    .selectFrom("agreements")
    .select(["key", "version", "title", "changes", "effective_at", "applied_at"])
    .select(["ask_again", "published_at", "published_by"])
    .where("key", "in", keys)
    .orderBy("version", "desc")
    .execute();
}

/** One version with its text; undefined if there is none. */
export function findVersion(db: Db, key: AgreementKey, version: number) {
  return db
    .selectFrom("agreements")
    .selectAll()
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();
}

/** Current version of each of these agreements that has one. */
export async function currentVersions(
  db: Db,
  keys: readonly AgreementKey[],
): Promise<{ key: AgreementKey; version: number }[]> {
  const rows = await db
    .selectFrom("agreements")
    .select((eb) => ["key", eb.fn.max("version").as("version")])
    .where("key", "in", keys)
    .where("applied_at", "is not", null)
    .groupBy("key")
    .execute();
  return rows.map(({ key, version }) => ({ key, version: Number(version) }));
}

/** Maps a version, given all versions of its agreement. */
export function versionView(
  { key, version, title, changes, effective_at, applied_at }: Row,
  current: number | undefined,
): AgreementVersion {
  const state = applied_at === null ? "coming" : version === current ? "current" : "past";
  return { key, version, title, changes, effectiveAt: effective_at, state };
}
