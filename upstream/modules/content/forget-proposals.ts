import { sql } from "kysely";
import type { ProposalKind } from "#app/contract/writing/proposal";
import type { Db } from "#upstream/db/dialect";
import { isOneOf } from "#upstream/db/id-list";
import { bump, keysOf } from "#upstream/db/versions";

const KEY = "system/proposal/";

/** Key of the message that tells an author of a proposal. */
export const proposalKey = (id: number): string => KEY + String(id);

/** Deletes the proposals for texts that are purged; messages about them are deleted with those about the texts. */
export async function forgetProposals(trx: Db, kind: ProposalKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom("proposals")
    .where("kind", "=", kind)
    .where(isOneOf(trx, "item_id", ids))
    .execute();
}

/** Deletes people's proposals, and the messages that quote them to the authors. @param people ids */
export async function forgetProposalsOf(trx: Db, people: readonly number[]): Promise<void> {
  if (people.length === 0) return;
  const them = sql.join(people);
  const { rows } = await sql<{ user_id: number }>`delete from news
    where verb = 'system' and (target_kind, target_id, group_key) in
      (select kind, item_id, ${sql.lit(KEY)} || cast(id as text) from proposals where user_id in (${them}))
    returning user_id`.execute(trx);
  await sql`delete from proposals where user_id in (${them})`.execute(trx);
  await bump(
    trx,
    keysOf(
      "news",
      rows.map(({ user_id }) => user_id),
    ),
  );
}
