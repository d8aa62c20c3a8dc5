import type { Services } from "#upstream/call/context";

/**
 * Takes or keeps what one process of all does, for so many milliseconds from now by the database's clock. Whoever dies
 * loses it by that.
 * @returns whether it is this process's now
 */
export async function holdLease(
  { db, databaseClock }: Pick<Services, "db" | "databaseClock">,
  { name, holder, milliseconds }: { name: string; holder: string; milliseconds: number },
): Promise<boolean> {
  await db
    .insertInto("sweeps")
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const now = await databaseClock();
  const { numUpdatedRows } = await db
    .updateTable("sweeps")
    .set({ began_at: now.toISOString(), after: holder })
    .where("name", "=", name)
    .where((of) =>
      of.or([
        of("after", "in", [holder, ""]),
        of("began_at", "<=", new Date(now.getTime() - milliseconds).toISOString()),
        // Of a clock that has been put back since.
        of("began_at", ">", new Date(now.getTime() + milliseconds).toISOString()),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives a lease back, so that another process need not wait for its end. */
export async function endLease({ db }: Pick<Services, "db">, { name, holder }: { name: string; holder: string }) {
  await db.updateTable("sweeps").set({ after: "" }).where("name", "=", name).where("after", "=", holder).execute();
}
