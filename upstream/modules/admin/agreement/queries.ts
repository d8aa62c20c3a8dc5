import { AGREEMENTS, type AgreementKey } from "#app/contract/agreements";
import type { Db } from "#upstream/db/dialect";
import { findVersions, versionView } from "#upstream/modules/agreement/queries";

/** Agreements with their versions, and how many members agreed to each; the same few statements for one and for all. */
export async function agreementStates(db: Db, keys: readonly AgreementKey[]) {
  const [rows, consents, { members }, people] = await Promise.all([
    findVersions(db, keys),
    db
      .selectFrom("consents")
      .select((eb) => ["key", "agreed_version as version", eb.fn.countAll<number>().as("count")])
      .where("key", "in", keys)
      .groupBy(["key", "agreed_version"])
      .execute(),
    db
      .selectFrom("users")
      .select((eb) => eb.fn.countAll<number>().as("members"))
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom("users")
      .select(["id", "nickname"])
      .where("id", "in", (eb) =>
        eb.selectFrom("agreements").select("published_by").where("published_by", "is not", null),
      )
      .execute(),
  ]);
  const names = new Map(people.map(({ id, nickname }) => [id, nickname]));
  return keys.map((key) => {
    const own = rows.filter((row) => row.key === key);
    const current = own.find((row) => row.applied_at !== null)?.version;
    const agreedTo = (version: number | undefined) =>
      Number(consents.find((one) => one.key === key && one.version === version)?.count ?? 0);
    const versions = own.map((row) => ({
      ...versionView(row, current),
      askAgain: row.ask_again === 1,
      publishedAt: row.published_at,
      publishedBy: names.get(row.published_by ?? 0) ?? null,
      consents: agreedTo(row.version),
    }));
    const { name, path } = AGREEMENTS[key];
    return { ...{ key, name, path, versions }, members: Number(members), agreed: agreedTo(current) };
  });
}
