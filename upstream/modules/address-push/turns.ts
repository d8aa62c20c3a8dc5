import { HOUR, MINUTE } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import type { AddressTurnsTable } from "#upstream/db/schema/address-pushes";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { AddressPush } from "#upstream/services/address-push/address-push";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";

/** Milliseconds that a turn is one process's: who dies in it loses it by then, and addresses may be told twice. */
const LEASE = 10 * MINUTE;
/** Milliseconds after the first failure; they double with each, up to half a day. */
const FIRST_RETRY = 5 * MINUTE;
const RETRY_MAX = 12 * HOUR;

/** Push that was taken: when, how many, what the engine will never take, and what it takes today beyond these. */
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

/** Takes an engine's turn for this process, where it is due and nobody else has it. @returns its failures so far; null for not now */
export async function takeTurn({ db, clock }: Services, engine: AddressPush["engine"]): Promise<number | null> {
  const now = clock().toISOString();
  const until = new Date(clock().getTime() + LEASE).toISOString();
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

/** Ends a turn in which all that waited was told. */
export async function endTurn({ db, clock }: Services, engine: AddressPush["engine"]): Promise<void> {
  await ofEngine(db, engine).set({ next_at: clock().toISOString() }).execute();
}

/** Notes a push that was taken. */
export async function keepOutcome(db: Db, engine: AddressPush["engine"], push: LastPush): Promise<void> {
  await ofEngine(db, engine)
    .set({ failures: 0, failure: "", outcome: toJson(push) })
    .execute();
}

/** Ends a turn in which an engine failed: it is told later, and later with each failure. */
export async function putOff(
  { db, clock }: Services,
  engine: AddressPush["engine"],
  { failures, failure }: { failures: number; failure: string },
): Promise<void> {
  const wait = Math.min(FIRST_RETRY * 2 ** failures, RETRY_MAX);
  const next_at = new Date(clock().getTime() + wait).toISOString();
  await ofEngine(db, engine)
    .set({ next_at, failures: failures + 1, failure })
    .execute();
}

/** Ends the turns of a day whose quota is used up; engines count by days in China. */
export async function waitForTomorrow({ db, clock }: Services, engine: AddressPush["engine"]): Promise<void> {
  const next_at = chinaDayStart(chinaTime(clock()).slice(0, 10), 1);
  await ofEngine(db, engine).set({ next_at, failures: 0, failure: "" }).execute();
}

/** States of the engines that are on. */
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
      ...{ engine, waiting, failures: Number(turn?.failures ?? 0), failure: turn?.failure ?? "" },
      ...{ nextAt: turn?.next_at ?? null, last: lastOf(turn?.outcome ?? null) },
    };
  });
}

const lastOf = (outcome: AddressTurnsTable["outcome"]): LastPush | null =>
  outcome === null ? null : fromJson<LastPush>(outcome);

const ofEngine = (db: Db, engine: AddressPush["engine"]) =>
  db.updateTable("address_turns").where("engine", "=", engine);
