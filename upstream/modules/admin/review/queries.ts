import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { adminReviewApi } from "#app/contract/admin/review/review";
import type { HeldKind } from "#app/contract/moderation/review";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { pageOf } from "#upstream/modules/admin/list/page";
import { cursorAfter, readPosition } from "#upstream/modules/admin/list/position";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";
import { newMember, PAST, REPORTS, WEIGHT } from "./weight";

const COLUMNS = [
  "r.id",
  "r.author_id",
  "r.kind",
  "r.state",
  "r.created_at",
  "r.decided_at",
  "r.decided_by",
  "r.fields",
  "r.target_id",
  "r.version",
  "r.reason",
  "r.published_id",
  "r.held_for",
  "r.word",
] as const;

/** Held texts of open accounts, with authors and weights. */
function weighed(db: Db, now: Date) {
  const facts = db
    .selectFrom("reviews as r")
    .innerJoin("users as u", "u.id", "r.author_id")
    .leftJoin(PAST.as("past"), "past.author_id", "r.author_id")
    .where("u.deleted_at", "is", null)
    .select([...COLUMNS, ...AUTHOR_COLUMNS])
    .select([newMember(now).as("new_member"), REPORTS.as("reports")])
    .select([
      sql<number>`coalesce(past.refused, 0)`.as("refused"),
      sql<number>`coalesce(past.decided, 0)`.as("decided"),
    ]);
  return db.selectFrom(db.selectFrom(facts.as("facts")).selectAll().select(WEIGHT.as("weight")).as("held"));
}

type Filter = z.output<typeof adminReviewApi.list.query>;

/** Waiting texts that match a filter. */
function waiting(db: Db, now: Date, { kind, member }: Pick<Filter, "kind" | "member">) {
  return weighed(db, now)
    .where("held.state", "=", "waiting")
    .$if(kind !== undefined, (query) => query.where("held.kind", "=", kind as HeldKind))
    .$if(member === "new", (query) => query.where("held.new_member", "=", 1));
}

/** Position of a text in the queue. */
type Standing = { weight: number; created_at: string; id: number };

/** Texts after a position in an order (1), or before it (-1). */
function beyond(sort: Filter["sort"], { weight, created_at, id }: Standing, by: 1 | -1) {
  const [more, less] = by === 1 ? ([sql`>`, sql`<`] as const) : ([sql`<`, sql`>`] as const);
  const later = sql<boolean>`(held.created_at ${more} ${created_at} or (held.created_at = ${created_at} and held.id ${more} ${id}))`;
  if (sort === "age") return later;
  return sql<boolean>`(held.weight ${less} ${weight} or (held.weight = ${weight} and ${later}))`;
}

const ORDERS: Record<Filter["sort"], RawBuilder<unknown>> = {
  weight: sql`held.weight desc, held.created_at, held.id`,
  age: sql`held.created_at, held.id`,
};

/**
 * One page of the queue, highest weight first, then oldest; two statements. Weights are computed for all waiting texts,
 * but contents are read only for the page, because sorting thousands of texts with contents takes six times as long.
 */
export async function listQueue(db: Db, now: Date, filter: Filter) {
  const { sort, cursor, limit } = filter;
  const position = readPosition(cursor, ["count", "time", "id"]);
  const after = position && { weight: position[0], created_at: position[1], id: position[2] };
  const { total } = await waiting(db, now, filter)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const page = waiting(db, now, filter)
    .select("held.id")
    .$if(after !== undefined, (query) => query.where(beyond(sort, after as Standing, 1)))
    .orderBy(ORDERS[sort])
    .limit(limit + 1);
  const rows = await weighed(db, now).selectAll().where("held.id", "in", page).orderBy(ORDERS[sort]).execute();
  const { list, nextCursor } = pageOf(rows, limit, ({ weight, created_at, id }) => cursorAfter(weight, created_at, id));
  return { total: Number(total), list, nextCursor };
}

export type QueuedRow = Awaited<ReturnType<typeof listQueue>>["list"][number];

/** A held text in any state. @throws BusinessError NOT_FOUND */
export async function findQueued(db: Db, now: Date, id: number): Promise<QueuedRow> {
  return found(await weighed(db, now).selectAll().where("held.id", "=", id).executeTakeFirst());
}

/** Ids of the neighbours of a text, highest weight first; null at the ends of the queue. */
export async function neighboursOfHeld(
  db: Db,
  now: Date,
  row: Standing,
  filter: z.output<typeof adminReviewApi.get.query>,
) {
  const beside = async (by: 1 | -1) => {
    const [falling, rising] = by === 1 ? (["desc", "asc"] as const) : (["asc", "desc"] as const);
    const one = await waiting(db, now, filter)
      .select("held.id")
      .where(beyond(filter.sort, row, by))
      .$if(filter.sort === "weight", (query) => query.orderBy("held.weight", falling))
      .orderBy("held.created_at", rising)
      .orderBy("held.id", rising)
      .limit(1)
      .executeTakeFirst();
    return one?.id ?? null;
  };
  return { previousId: await beside(-1), nextId: await beside(1) };
}

/** Number of an author's other texts that were approved, were refused, and are waiting. */
export async function pastOf(db: Db, { id, author_id }: Pick<QueuedRow, "id" | "author_id">) {
  const counts = await db
    .selectFrom("reviews")
    .select(["state", (eb) => eb.fn.countAll<number>().as("total")])
    .where("author_id", "=", author_id)
    .where("id", "!=", id)
    .groupBy("state")
    .execute();
  const of = (state: string) => Number(counts.find((one) => one.state === state)?.total ?? 0);
  return { approved: of("approved"), refused: of("refused"), waiting: of("waiting") };
}
