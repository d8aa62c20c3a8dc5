import { type RawBuilder, sql } from "kysely";
import type { ActivityState } from "#app/contract/content/activity";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { inOrder } from "#upstream/db/in-order";
import { notPinned, withPinned } from "#upstream/modules/pin/pinned-page";
import { pinnedInList } from "#upstream/modules/pin/queries";
import { stateOf } from "./rules";

function activitySummaries(db: Db) {
  return db
    .selectFrom("activities as a")
    .select(["a.id", "a.title", "a.excerpt", "a.cover", "a.city", "a.starts_at", "a.ends_at", "a.featured"])
    .where("a.deleted_at", "is", null);
}

/** Query for the activity (`s`) that a form signs up for: of several with that form, the last to begin. */
export function signUpActivity(db: Db, formId: number | RawBuilder<number>) {
  return db
    .selectFrom("activities as s")
    .where("s.form_id", "=", formId)
    .where("s.deleted_at", "is", null)
    .orderBy("s.starts_at", "desc")
    .orderBy("s.id", "desc")
    .limit(1);
}

/**
 * An activity with its text and, if it exists, its form with the number of places for which that signs up; undefined if
 * it does not exist or is deleted.
 */
export function findActivity(db: Db, id: number) {
  return activitySummaries(db)
    .leftJoin("forms as f", (join) => join.onRef("f.id", "=", "a.form_id").on("f.deleted_at", "is", null))
    .select(["a.content_html", "a.created_at", "f.id as form_id", "f.opens_at", "f.closes_at"])
    .select(signUpActivity(db, sql.ref("f.id")).select("s.capacity").as("capacity"))
    .where("a.id", "=", id)
    .executeTakeFirst();
}

/** Total number of activities, and those not yet over ordered by start: few, however many there were. One statement. */
async function currentActivities(db: Db, now: string) {
  const rows = await db
    .selectFrom("list_totals as t")
    .leftJoin("activities as a", (join) => join.on("a.deleted_at", "is", null).on("a.ends_at", ">", now))
    .select(["t.total", "a.id", "a.starts_at", "a.ends_at"])
    .where("t.list", "=", "activity")
    .orderBy("a.starts_at")
    .orderBy("a.id")
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    current: rows.flatMap(({ id, starts_at, ends_at }) =>
      id === null || starts_at === null || ends_at === null
        ? []
        : [{ id, state: stateOf({ starts_at, ends_at }, now) }],
    ),
  };
}

/** Query for a page of activities, in one state or all. */
export type ActivityListQuery = { page: number; pageSize: number; state?: ActivityState | undefined };

/**
 * One page: pinned ones, then current and upcoming ones by start, then past ones, latest first. Two statements, one
 * more if anything is pinned.
 */
export async function listActivities(
  services: Pick<Services, "db" | "cached">,
  { page, pageSize, state }: ActivityListQuery,
  now: string,
) {
  const { db } = services;
  const pins = state === undefined ? await pinnedInList(services, "activity") : [];
  const pinned = pins.map(({ key }) => key.id);
  const { total: all, current } = await currentActivities(db, now);
  const wanted = current.filter((one) => state === undefined || one.state === state).map((one) => one.id);
  const first = [...pinned, ...wanted.filter((id) => !pinned.includes(id))];
  const pinnedOver = pinned.filter((id) => !current.some((one) => one.id === id)).length;
  const overTotal = state === undefined || state === "over" ? all - current.length - pinnedOver : 0;
  const total = first.length + overTotal;
  const start = (page - 1) * pageSize;
  const ids = first.slice(start, start + pageSize);
  const overOffset = Math.max(0, start - first.length);
  const overLimit = Math.max(0, Math.min(pageSize - ids.length, overTotal - overOffset));
  if (ids.length + overLimit === 0) return { total, rows: [] };

  const over = db
    .selectFrom("activities as o")
    .select("o.id")
    .where("o.deleted_at", "is", null)
    .where("o.ends_at", "<=", now)
    .where(notPinned("o.id", pins))
    .orderBy("o.ends_at", "desc")
    .orderBy("o.id", "desc")
    .limit(overLimit)
    .offset(overOffset);
  const rows = await activitySummaries(db)
    .where((eb) => eb.or([...(ids.length ? [eb("a.id", "in", ids)] : []), eb("a.id", "in", over)]))
    .orderBy("a.ends_at", "desc")
    .orderBy("a.id", "desc")
    .execute();
  const chosen = new Set(ids);
  const ordered = [...inOrder(rows, ids), ...rows.filter((row) => !chosen.has(row.id))];
  return { total, rows: withPinned(ordered, pins) };
}
