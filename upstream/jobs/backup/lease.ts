import type { Services } from "#upstream/call/context";

/**
 * Acquires or renews a lease, which only one process can hold, for so many milliseconds by the database's clock. If its
 * process dies, it expires.
 * @returns whether this process holds it
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
        // The lease began in the future: the clock has been set back since.
        of("began_at", ">", new Date(now.getTime() + milliseconds).toISOString()),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a lease, so that another process need not wait for its expiry. */
export async function endLease({ db }: Pick<Services, "db">, { name, holder }: { name: string; holder: string }) {
  await db.updateTable("sweeps").set({ after: "" }).where("name", "=", name).where("after", "=", holder).execute();
}

/**
 * Renews a lease that this process holds.
 * @returns whether it still does: false once another process had it in between, even if it is free again
 */
export async function renewLease(
  { db, databaseClock }: Pick<Services, "db" | "databaseClock">,
  { name, holder }: { name: string; holder: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sweeps")
    .set({ began_at: (await databaseClock()).toISOString() })
    .where("name", "=", name)
    .where("after", "=", holder)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Another process has taken the lease. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/**
 * Runs work that may take longer than a lease lasts, and renews the lease meanwhile.
 * @param work receives a check for before each step that two processes must not do: @throws LeaseLost
 */
export async function whileRenewing(
  services: Pick<Services, "db" | "databaseClock">,
  lease: { name: string; holder: string; milliseconds: number },
  work: (requireHeld: () => Promise<void>) => Promise<void>,
): Promise<void> {
  // A renewal that fails is repeated, and decides nothing: the check does.
  const timer = setInterval(() => void renewLease(services, lease).catch(() => {}), lease.milliseconds / 6).unref();
  try {
    await work(async () => {
      if (!(await renewLease(services, lease))) throw new LeaseLost();
    });
  } finally {
    clearInterval(timer);
  }
}
