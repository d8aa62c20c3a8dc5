import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import type { Db } from "#upstream/db/dialect";
import { versionView } from "#upstream/modules/agreement/queries";

/**
 * Agreements with their versions, and the number of members who accepted each; one statement, for one or all.
 * @param counted false for zeros instead of these numbers, for which all members and what they accepted are read
 */
export async function agreementStates(db: Db, keys: readonly AgreementKey[], { counted } = { counted: true }) {
  const { members, versions: rows } = await findStates(db, keys, counted);
  return keys.map((key) => {
    const own = rows.filter((row) => row.key === key);
    const current = own.find((row) => row.applied_at !== null)?.version;
    const versions = own.map((row) => ({
      ...versionView(row, current),
      askAgain: row.ask_again === 1,
      publishedAt: row.published_at,
      publishedBy: row.publisher,
      consents: row.consents,
    }));
    const agreed = versions.find(({ version }) => version === current)?.consents ?? 0;
    const { name, path } = AGREEMENTS[key];
    return { key, name, path, versions, members, agreed };
  });
}

/**
 * Versions without their texts, newest first for each agreement, and the number of members, which is returned even
 * without versions.
 */
async function findStates(db: Db, keys: readonly AgreementKey[], counted: boolean) {
  const members = db
    .selectFrom("users")
    .select((eb) => eb.fn.countAll<number | string>().as("members"))
    .where("deleted_at", "is", null)
    .$if(!counted, (query) => query.where("id", "=", 0));
  const consents = db
    .selectFrom("consents")
    .select((eb) => ["key", "agreed_version", eb.fn.countAll<number | string>().as("consents")])
    .where("key", "in", keys)
    .$if(!counted, (query) => query.where("user_id", "=", 0))
    .groupBy(["key", "agreed_version"]);
  const rows = await db
    .selectFrom(members.as("m"))
    .leftJoin("agreements as a", (join) => join.on("a.key", "in", keys))
    .leftJoin(consents.as("c"), (join) => join.onRef("c.key", "=", "a.key").onRef("c.agreed_version", "=", "a.version"))
    .leftJoin("users as u", "u.id", "a.published_by")
    .select(["m.members", "a.key", "a.version", "a.title", "a.changes", "a.effective_at", "a.applied_at"])
    .select(["a.ask_again", "a.published_at", "u.nickname as publisher", "c.consents"])
    .orderBy("a.version", "desc")
    .execute();
  type Row = (typeof rows)[number];
  type Version = { [Name in Exclude<keyof Row, "applied_at" | "publisher">]: NonNullable<Row[Name]> } & Row;
  return {
    members: Number(rows[0]?.members ?? 0),
    versions: rows
      .filter((row): row is Version => row.key !== null)
      .map((row) => ({ ...row, consents: Number(row.consents ?? 0) })),
  };
}
