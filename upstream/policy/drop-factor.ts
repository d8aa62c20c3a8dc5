import type { Db } from "#upstream/db/dialect";

/**
 * Removes somebody's authenticator app and recovery codes; the console is closed to their sessions until they have set
 * up a new one. The caller holds the account. @returns whether there was one
 */
export async function dropFactor(trx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirst();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx.updateTable("sessions").set({ staff_until: "", sudo_until: "" }).where("user_id", "=", userId).execute();
  return numDeletedRows > 0n;
}
