import { HOUR, MINUTE } from "#runtime/time-units";
import { isoIn, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { AddressTurnsTable } from "#upstream/db/schema/address-pushes";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { AddressPush } from "#upstream/services/address-push/address-push";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";

/** Milliseconds of a process's lease on a turn. If the process dies, URLs may be pushed twice. */
const LEASE = 10 * MINUTE;
/** Milliseconds after the first failure; doubles with each, up to half a day. */
const FIRST_RETRY = 5 * MINUTE;
const RETRY_MAX = 12 * HOUR;

/**
 * Result of a successful push: when, how many, how many were rejected permanently, and the remaining quota of the day.
 */
export type LastPush = { at: string; taken: number; refused: number; remain: number | null };

/** State of an engine, for staff. */
export type PushState = {
  engine: AddressPush["engine"];
  waiting: number;
  failures: number;
  failure: string;
  nextAt: string | null;
  last: LastPush | null;
};

/** Takes an engine's turn for this process if it is due and free. @returns its failures so far; null if not now */
export async function takeTurn({ db, clock }: Services, engine: AddressPush["engine"]): Promise<number | null> {
  const now = clock().toISOString();
  const until = isoIn({ clock }, LEASE);
  await db
    .insertInto("address_turns")
    .values({ engine, next_at: now, outcome: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await ofEngine(db, engine)
    .set({ next_at: until })
    .where("next_at", "<=", now)
    .returning("failures")
    .executeTakeFirst();
  return taken ? Number(taken.failures) : null;
}

/** Ends a turn after which nothing is queued. */
export async function endTurn({ db, clock }: Services, engine: AddressPush["engine"]): Promise<void> {
  await ofEngine(db, engine).set({ next_at: clock().toISOString() }).execute();
}

/** Stores the result of a successful push. */
export async function keepOutcome(db: Db, engine: AddressPush["engine"], push: LastPush): Promise<void> {
  await ofEngine(db, engine)
    .set({ failures: 0, failure: "", outcome: toJson(push) })
    .execute();
}

/** Ends a turn in which the engine failed: the next is later, and later with each failure. */
export async function putOff(
  { db, clock }: Services,
  engine: AddressPush["engine"],
  { failures, failure }: { failures: number; failure: string },
): Promise<void> {
  const wait = Math.min(FIRST_RETRY * 2 ** failures, RETRY_MAX);
  const next_at = isoIn({ clock }, wait);
  await ofEngine(db, engine)
    .set({ next_at, failures: failures + 1, failure })
    .execute();
}

/** Postpones an engine to the next day when its quota is used up; engines count by days in China. */
export async function waitForTomorrow({ db, clock }: Services, engine: AddressPush["engine"]): Promise<void> {
  const next_at = chinaDayStart(chinaTime(clock()).slice(0, 10), 1);
  await ofEngine(db, engine).set({ next_at, failures: 0, failure: "" }).execute();
}

/** States of the enabled engines. */
export async function pushStates({ db, addressPushes }: Services): Promise<PushState[]> {
  const [turns, queue] = await Promise.all([
    db.selectFrom("address_turns").selectAll().execute(),
    db
      .selectFrom("address_queue")
      .select(["engine", (eb) => eb.fn.countAll<number>().as("total")])
      .groupBy("engine")
      .execute(),
  ]);
  return addressPushes.map(({ engine }) => {
    const turn = turns.find((one) => one.engine === engine);
    const waiting = Number(queue.find((one) => one.engine === engine)?.total ?? 0);
    return {
      engine,
      waiting,
      failures: Number(turn?.failures ?? 0),
      failure: turn?.failure ?? "",
      nextAt: turn?.next_at ?? null,
      last: lastOf(turn?.outcome ?? null),
    };
  });
}

const lastOf = (outcome: AddressTurnsTable["outcome"]): LastPush | null =>
  outcome === null ? null : fromJson<LastPush>(outcome);

const ofEngine = (db: Db, engine: AddressPush["engine"]) =>
  db.updateTable("address_turns").where("engine", "=", engine);
