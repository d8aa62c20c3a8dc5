import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { adminReportApi, ReportedPlace } from "#app/contract/admin/review/report";
import type { ReportReason } from "#app/contract/moderation/report";
import type { Db } from "#upstream/db/dialect";
import { AUTHOR_COLUMNS } from "#upstream/modules/author/author";

type Filter = z.output<typeof adminReportApi.list.query>;

/** Decided reports by the sender of the report `r`, in these states. */
const decidedOf = (states: RawBuilder<unknown>) =>
  sql`(select count(*) from reports o where o.reporter_id = r.reporter_id and o.state in (${states}))`;
const UPHELD = decidedOf(sql`'upheld'`);
const DECIDED = decidedOf(sql`'upheld', 'dismissed'`);
/** Weight of a report: see `weight` in the contract. */
const WEIGHT = sql`2.0 * (1 + ${UPHELD}) / (2 + ${DECIDED}) * case when r.reason = 'illegal' then 2 else 1 end`;

type Grouped = ReportedPlace & { total: number; weight: number; since: string };

/** Reported items in a state, each with its rank, from 1. */
const grouped = ({ state, kind, sort }: Pick<Filter, "state" | "kind" | "sort">) => {
  const order =
    state !== "open"
      ? sql`max(decided_at) desc, max(id) desc`
      : sql`${sort === "weight" ? sql`sum(weight) desc, ` : sql``}min(created_at), min(id)`;
  return sql<Grouped & { at: number }>`select target_kind as kind, target_id as id, count(*) as total,
      sum(weight) as weight, min(created_at) as since, row_number() over (order by ${order}) as at
    from (select r.*, ${WEIGHT} as weight from reports r
      where r.state = ${state} ${kind ? sql`and r.target_kind = ${kind}` : sql``}) as weighed
    group by target_kind, target_id`;
};

/** One page of reported items, in the filter's order; two statements. */
export async function listReported(db: Db, filter: Filter): Promise<{ total: number; rows: Grouped[] }> {
  const { state, kind, page, pageSize } = filter;
  const { rows: totals } = await sql<{ total: number }>`select count(*) as total from
    (select 1 from reports where state = ${state} ${kind ? sql`and target_kind = ${kind}` : sql``}
      group by target_kind, target_id) as things`.execute(db);
  const { rows } = await sql<Grouped>`select * from (${grouped(filter)}) as things
    order by at limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db);
  return {
    total: Number(totals[0]?.total ?? 0),
    // PostgreSQL returns sums as strings.
    rows: rows.map((row) => ({ ...row, total: Number(row.total), weight: Number(row.weight) })),
  };
}

/** Neighbours of an item in the queue, highest weight first; if it is not waiting, the first items. */
export async function neighboursOfReported(
  db: Db,
  { kind, id }: ReportedPlace,
  filter: z.output<typeof adminReportApi.get.query>,
): Promise<{ previous: ReportedPlace | null; next: ReportedPlace | null }> {
  const queue = grouped({ state: "open", kind: filter.kind, sort: filter.sort });
  const { rows } = await sql<ReportedPlace & { step: number }>`with queue as (${queue}),
    this as (select coalesce((select at from queue where kind = ${kind} and id = ${id}), 0) as at)
    select queue.kind, queue.id, queue.at - this.at as step from queue, this
    where queue.at in (this.at - 1, this.at + 1)`.execute(db);
  const beside = (step: number) => {
    const row = rows.find((one) => Number(one.step) === step);
    return row ? { kind: row.kind, id: row.id } : null;
  };
  return { previous: beside(-1), next: beside(1) };
}

const on = (places: readonly ReportedPlace[]) =>
  sql<boolean>`(${sql.join(
    places.map(({ kind, id }) => sql`(r.target_kind = ${kind} and r.target_id = ${id})`),
    sql` or `,
  )})`;

/** Number of reports per reason for each of these items, in a state; one statement. */
export async function reasonsOf(db: Db, state: Filter["state"], places: readonly ReportedPlace[]) {
  if (places.length === 0) return [];
  const { rows } = await sql<ReportedPlace & { reason: ReportReason; total: number }>`
    select r.target_kind as kind, r.target_id as id, r.reason, count(*) as total from reports r
    where r.state = ${state} and ${on(places)}
    group by r.target_kind, r.target_id, r.reason order by count(*) desc, r.reason`.execute(db);
  return rows.map((row) => ({ ...row, total: Number(row.total) }));
}

/** All reports of an item, open ones first, then latest; with their senders' accuracy. */
export async function reportsOf(db: Db, place: ReportedPlace) {
  const decided = (state: string) =>
    sql<number>`(select count(*) from reports o where o.reporter_id = r.reporter_id and o.id != r.id
      and o.state = ${state})`;
  return db
    .selectFrom("reports as r")
    .innerJoin("users as u", "u.id", "r.reporter_id")
    .select(["r.reason", "r.detail", "r.state", "r.created_at", ...AUTHOR_COLUMNS])
    .select([decided("upheld").as("upheld"), decided("dismissed").as("dismissed")])
    .where("r.target_kind", "=", place.kind)
    .where("r.target_id", "=", place.id)
    .orderBy(sql`case when r.state = 'open' then 0 else 1 end`)
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .execute();
}
