import { MINUTE } from "#runtime/time-units";
import { isoAgo, nowIso, type Services } from "#upstream/call/context";
import { type Db, rowLock } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import {
  type AddressPush,
  PUSHED_MAX,
  PushError,
  type PushOutcome,
} from "#upstream/services/address-push/address-push";
import { collectAddresses } from "./collect";
import { type PushedKind, pageAddresses } from "./page-address";
import { endTurn, keepOutcome, putOff, takeTurn, waitForTomorrow } from "./turns";

/** Milliseconds that a page waits after a change, since authors often correct something right away. */
const QUIET = 10 * MINUTE;
/** Divisor for the number of URLs to try when an engine's daily quota was exceeded. */
const LESS = 10;

/** Pushes queued pages to search engines. May run in several processes: each engine's turn is taken by one. */
export async function pushAddresses(services: Services): Promise<void> {
  if (services.addressPushes.length === 0) return;
  await collectAddresses(services);
  for (const push of services.addressPushes) await pushTo(services, push);
}

async function pushTo(services: Services, push: AddressPush): Promise<void> {
  const { db, clock } = services;
  const { engine } = push;
  const until = isoAgo({ clock }, QUIET);
  if ((await nextWaiting(db, engine, { until, limit: 1 })).length === 0) return;
  const failures = await takeTurn(services, engine);
  if (failures === null) return;
  const addressOf = pageAddresses(services.config);
  for (let limit = PUSHED_MAX; ; ) {
    const pages = await nextWaiting(db, engine, { until, limit });
    if (pages.length === 0) return endTurn(services, engine);
    const urls = pages.map(({ kind, item_id }) => addressOf(kind, item_id));
    const outcome = await push.push(urls).catch(asFailure);
    if (outcome instanceof PushError) {
      if (outcome.reason === "spent" && pages.length > 1) {
        limit = Math.ceil(pages.length / LESS);
        continue;
      }
      if (outcome.reason === "spent") return waitForTomorrow(services, engine);
      services.note("address_push_failed", { engine, reason: outcome.reason, error: outcome.message });
      return putOff(services, engine, { failures, failure: outcome.message });
    }
    await forgetPushed(db, engine, pages);
    const { taken, refused, remain } = outcome;
    await keepOutcome(db, engine, { at: nowIso(services), taken, refused: refused.length, remain });
    if (remain === 0) return waitForTomorrow(services, engine);
    if (remain !== null) limit = Math.min(PUSHED_MAX, remain);
  }
}

function asFailure(error: unknown): PushOutcome | PushError {
  if (error instanceof PushError) return error;
  throw error;
}

type Waiting = { kind: PushedKind; item_id: number; state: string | null };

async function nextWaiting(
  db: Db,
  engine: AddressPush["engine"],
  { until, limit }: { until: string; limit: number },
): Promise<Waiting[]> {
  const rows = await db
    .selectFrom("address_queue as q")
    .leftJoin("address_states as s", (join) => join.onRef("s.kind", "=", "q.kind").onRef("s.item_id", "=", "q.item_id"))
    .select(["q.kind", "q.item_id", "s.state"])
    .where("q.engine", "=", engine)
    .where("q.queued_at", "<=", until)
    .orderBy("q.queued_at")
    .orderBy("q.kind")
    .orderBy("q.item_id")
    .limit(limit)
    .execute();
  return rows.map(({ kind, item_id, state }) => ({ kind: kind as PushedKind, item_id: Number(item_id), state }));
}

/** Removes pushed pages from the queue, except those that changed again meanwhile. */
async function forgetPushed(db: Db, engine: AddressPush["engine"], pages: readonly Waiting[]): Promise<void> {
  for (const kind of new Set(pages.map((page) => page.kind))) {
    const told = pages.filter((page) => page.kind === kind);
    await transact(db, async (trx) => {
      const rows = await trx
        .selectFrom("address_states")
        .select(["item_id", "state"])
        .where("kind", "=", kind)
        .where(
          "item_id",
          "in",
          told.map(({ item_id }) => item_id),
        )
        .orderBy("item_id")
        // A change that is being collected has waited, or waits, so that its page is not taken from the queue.
        .$call(rowLock(trx))
        .execute();
      const states = new Map(rows.map(({ item_id, state }) => [Number(item_id), state]));
      const same = told.filter(({ item_id, state }) => (states.get(item_id) ?? null) === state);
      if (same.length === 0) return;
      await trx
        .deleteFrom("address_queue")
        .where("engine", "=", engine)
        .where("kind", "=", kind)
        .where(
          "item_id",
          "in",
          same.map(({ item_id }) => item_id),
        )
        .execute();
    });
  }
}
