import type { ProposalKind } from "#app/contract/writing/proposal";
import type { Db } from "#upstream/db/dialect";

/** Deletes the proposals for texts that are purged. */
export async function forgetProposals(trx: Db, kind: ProposalKind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.deleteFrom("proposals").where("kind", "=", kind).where("item_id", "in", ids).execute();
}
