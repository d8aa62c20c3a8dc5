import { setImmediate as letOthers } from "node:timers/promises";
import { kindsHere } from "#app/contract/parts";
import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { readSetting } from "#upstream/modules/config/settings";
import type { PushedKind } from "./page-address";
import { changedSince, GONE, PUSHED_KINDS, pageStates, pagesAfter } from "./page-states";

/** Name of the sweep that stores up to which version changes were collected. */
const SWEEP = "address-pushes";
/** Pages per transaction. */
const STEP = 500;

/**
 * Queues pages that were published, visibly changed or removed since the last run, for each enabled engine. The first
 * run records the current state and queues nothing, since existing pages are in the sitemap.
 */
export async function collectAddresses(services: Services): Promise<void> {
  const { db, versions } = services;
  // Read before the changes: later changes are newer and will be collected next time.
  const now = await versions.now();
  const last = await db.selectFrom("sweeps").select("after").where("name", "=", SWEEP).executeTakeFirst();
  if (!last) {
    for (const kind of PUSHED_KINDS) await takeStock(db, kind);
  } else if (Number(last.after) !== now) {
    const { off } = await readSetting(services, "parts");
    for (const kind of kindsHere(PUSHED_KINDS, off)) {
      const ids = await changedSince(db, kind, Number(last.after));
      for (let at = 0; at < ids.length; at += STEP) {
        await transact(db, (trx) => queueChanged(trx, services, { kind, ids: ids.slice(at, at + STEP) }));
        await letOthers();
      }
    }
  } else return;
  await db
    .insertInto("sweeps")
    .values({ name: SWEEP, began_at: nowIso(services), after: String(now) })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ after: String(now) }))
    .execute();
}

async function takeStock(db: Db, kind: PushedKind): Promise<void> {
  for (let after = 0; ; ) {
    const pages = await pagesAfter(db, kind, after, STEP);
    await keepStates(db, kind, pages);
    const last = pages.at(-1);
    if (!last || pages.length < STEP) return;
    after = last.id;
    await letOthers();
  }
}

async function queueChanged(
  trx: Db,
  services: Services,
  { kind, ids }: { kind: PushedKind; ids: readonly number[] },
): Promise<void> {
  const [there, stored] = await Promise.all([
    pageStates(trx, kind, ids),
    trx
      .selectFrom("address_states")
      .select(["item_id", "state"])
      .where("kind", "=", kind)
      .where("item_id", "in", ids)
      .execute(),
  ]);
  const states = new Map(there.map(({ id, state }) => [id, state]));
  const known = new Map(stored.map(({ item_id, state }) => [Number(item_id), state]));
  const changed = ids
    .map((id) => ({ id, state: states.get(id) ?? GONE }))
    .filter(({ id, state }) => state !== (known.get(id) ?? GONE));
  await keepStates(trx, kind, changed);
  const queued_at = nowIso(services);
  const gone = changed.filter(({ state }) => state === GONE).map(({ id }) => id);
  const deaf = services.addressPushes.filter(({ takesGone }) => !takesGone).map(({ engine }) => engine);
  if (gone.length > 0 && deaf.length > 0) {
    await trx
      .deleteFrom("address_queue")
      .where("engine", "in", deaf)
      .where("kind", "=", kind)
      .where("item_id", "in", gone)
      .execute();
  }
  const rows = services.addressPushes.flatMap(({ engine, takesGone }) =>
    changed
      .filter(({ state }) => takesGone || state !== GONE)
      .map(({ id }) => ({ engine, kind, item_id: id, queued_at })),
  );
  if (rows.length === 0) return;
  // A queued page keeps its position, so that pages that change constantly are pushed, too.
  await trx
    .insertInto("address_queue")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function keepStates(db: Db, kind: PushedKind, pages: readonly { id: number; state: string }[]): Promise<void> {
  if (pages.length === 0) return;
  await db
    .insertInto("address_states")
    .values(pages.map(({ id, state }) => ({ kind, item_id: id, state })))
    .onConflict((conflict) =>
      conflict.columns(["kind", "item_id"]).doUpdateSet((to) => ({ state: to.ref("excluded.state") })),
    )
    .execute();
}
