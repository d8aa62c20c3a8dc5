import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import { type Db, isPostgres } from "#upstream/db/dialect";

/**
 * Locks an account until the transaction ends: concurrent changes of it or its rights, and its closing, wait.
 * @returns whether it is open
 */
export async function holdAccount(trx: Db, userId: number): Promise<boolean> {
  const [row] = await lockedAccount(trx, { userId });
  return row?.deleted_at === null;
}

/** Same lock strength as an update: rows that only refer to the account need not wait. */
const lockedAccount = compiledQuery((db, { userId }: { userId: number }) => {
  const account = db.selectFrom("users").select("deleted_at").where("id", "=", userId);
  return isPostgres(db) ? account.forNoKeyUpdate() : account;
});

/**
 * Locks the caller's own account before writing data of theirs.
 * @throws BusinessError NOT_LOGIN if it was closed since the call started
 */
export async function holdOwnAccount(trx: Db, userId: number): Promise<void> {
  if (!(await holdAccount(trx, userId))) throw new BusinessError("NOT_LOGIN");
}
