import type { Db } from "#upstream/db/dialect";

/**
 * Removes somebody's authenticator app and recovery codes, and closes the console to their sessions until they have set
 * up a new one. The caller holds the account. @returns whether there was one
 */
export async function dropFactor(trx: Db, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirst();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx.updateTable("sessions").set({ staff_until: "", sudo_until: "" }).where("user_id", "=", userId).execute();
  return numDeletedRows > 0n;
}

/**
 * Removes a second factor that was lost, and ends all sessions if there was one: that of a lost phone would otherwise set
 * up the next. The caller holds the account. @returns whether there was one
 */
export async function dropLostFactor(trx: Db, userId: number): Promise<boolean> {
  const dropped = await dropFactor(trx, userId);
  if (dropped) await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  return dropped;
}
