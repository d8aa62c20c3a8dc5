import { BusinessError } from "#upstream/call/errors";
import { type Db, isPostgres } from "#upstream/db/dialect";

/**
 * Keeps an account as it is until the transaction ends: whoever changes it too, its rights, or closes it, waits.
 * @returns whether it is open
 */
export async function holdAccount(trx: Db, userId: number): Promise<boolean> {
  const account = trx.selectFrom("users").select("deleted_at").where("id", "=", userId);
  // As strong as a change of the row: what only refers to the account need not wait.
  const row = await (isPostgres(trx) ? account.forNoKeyUpdate() : account).executeTakeFirst();
  return row?.deleted_at === null;
}

/**
 * Holds the caller's own account before something of theirs is written into it.
 * @throws BusinessError NOT_LOGIN for one that was closed since the call began
 */
export async function holdOwnAccount(trx: Db, userId: number): Promise<void> {
  if (!(await holdAccount(trx, userId))) throw new BusinessError("NOT_LOGIN");
}
