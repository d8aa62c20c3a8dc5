import { sql } from "kysely";
import { placedKinds } from "#app/contract/admin/content/placed-kinds";
import type { Placed } from "#app/contract/admin/content/placing";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { type PlacedState, placedStateOf, setPlaced } from "#upstream/modules/pin/write";
import { eachAlone } from "#upstream/policy/each-alone";
import { bySchedule, loggedWrite, type Note } from "#upstream/policy/logged-write";

/** Maximum items of a kind per run; the next run does the rest. */
const AT_ONCE = 50;

/**
 * Removes expired pins and marks by the database's clock, with a log entry each. Of concurrent processes, one removes a
 * mark.
 * @returns the number of items that lost a mark
 * @throws an unexpected error of one item, after the others; it is retried
 */
export async function endPlaced(services: Pick<Services, "db" | "databaseClock">): Promise<number> {
  const { db } = services;
  const now = (await services.databaseClock()).toISOString();
  let ended = 0;
  await eachAlone(await dueAt(db, now), async (place) => {
    const end = async (trx: Db, note: Note) => {
      const before = await placedStateOf(trx, place);
      const after = withoutDue(before, now);
      if (toJson(before) === toJson(after)) return 0;
      await setPlaced(trx, place, after);
      note({ action: "content.place", kind: place.kind, target: place.id, before, after });
      return 1;
    };
    ended += (await loggedWrite(db, end, { by: () => bySchedule(now) })).result;
  });
  return ended;
}

async function dueAt(db: Db, now: string): Promise<Placed[]> {
  const pins = await db
    .selectFrom("pins")
    .select(["kind", "item_id as id"])
    .where("until_at", "<=", now)
    .groupBy(["kind", "item_id"])
    .orderBy((eb) => eb.fn.min("until_at"))
    .orderBy("kind")
    .orderBy("item_id")
    .limit(AT_ONCE)
    .execute();
  const due: Placed[] = pins;
  for (const kind of placedKinds) {
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(STORED[kind].table)}
      where featured_until is not null and featured_until <= ${now}
      order by featured_until, id limit ${AT_ONCE}`.execute(db);
    due.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return due;
}

const withoutDue = (state: PlacedState, now: string): PlacedState =>
  Object.fromEntries(
    Object.entries(state).map(([name, mark]) => [name, mark?.until != null && mark.until <= now ? null : mark]),
  ) as PlacedState;
