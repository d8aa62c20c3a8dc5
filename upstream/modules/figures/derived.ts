import { type RawBuilder, sql } from "kysely";
import { boundsOf, bucketKey, bucketKeys, type Histogram } from "#app/contract/site/histograms";
import type { Connection, Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";

/** A statistic computed from rows of a table or query: their number by the day of `at`, or the sum of `value`. */
type Derived = {
  from: keyof Database | RawBuilder<unknown>;
  at: string;
  where?: RawBuilder<unknown>;
  value?: RawBuilder<unknown>;
};

const paid = sql`state in ('paid', 'refunded') and amount > 0`;
const refunded = sql`state = 'refunded' and amount > 0`;
const amount = sql`sum(amount)`;
/** Sum given back: of an order refunded in part on WeChat Pay's own pages, that part and what staff refunded. */
const givenBack = sql`sum(case when refunded_there is null then amount else refunded_there + coalesce(
  (select sum(r.amount) from zhiku_refunds as r where r.order_no = counted.order_no and r.state = 'done'), 0) end)`;

/** Money and order statistics, recomputed from all orders, since a payment may be reported days later. */
export const ORDER_FLOWS: Readonly<Record<string, Derived>> = {
  "order.new": { from: "zhiku_orders", at: "created_at", where: sql`amount > 0` },
  "order.paid": { from: "zhiku_orders", at: "paid_at", where: paid },
  "order.refunded": { from: "zhiku_orders", at: "refunded_at", where: refunded },
  "money.revenue": { from: "zhiku_orders", at: "paid_at", where: paid, value: amount },
  "money.refunded": { from: "zhiku_orders", at: "refunded_at", where: refunded, value: givenBack },
};

/** SQL for the orders paid with money, with the time at which the buyer first read something afterwards. */
const firstReadings = sql`(select (select min(opened_at) from zhiku_journeys
  where user_id = zhiku_orders.user_id and opened_at >= zhiku_orders.paid_at) as read_at
  from zhiku_orders where ${paid})`;

/** Statistics from rows that may be deleted later; a day is recomputed until the day after it has ended. */
export const ROW_FLOWS: Readonly<Record<string, Derived>> = {
  "member.new": { from: "users", at: "created_at" },
  "post.question": { from: "questions", at: "created_at" },
  "post.answer": { from: "answers", at: "created_at" },
  "post.article": { from: "articles", at: "created_at" },
  "post.comment": { from: "comments", at: "created_at" },
  "reaction.like": { from: "likes", at: "created_at" },
  "reaction.vote": { from: "votes", at: "created_at" },
  "reaction.favorite": { from: "favorites", at: "created_at" },
  "report.new": { from: "reports", at: "created_at" },
  "report.upheld": { from: "reports", at: "decided_at", where: sql`state = 'upheld'` },
  "report.dismissed": { from: "reports", at: "decided_at", where: sql`state = 'dismissed'` },
  "appeal.new": { from: "appeals", at: "created_at" },
  "appeal.granted": { from: "appeals", at: "answered_at", where: sql`state = 'granted'` },
  "appeal.kept": { from: "appeals", at: "answered_at", where: sql`state = 'kept'` },
  "review.held": { from: "reviews", at: "created_at" },
  "review.new": { from: "reviews", at: "created_at", where: sql`target_id is null` },
  "review.published": { from: "reviews", at: "decided_at", where: sql`target_id is null and state = 'approved'` },
  "review.decided": { from: "reviews", at: "decided_at" },
  "order.read": { from: firstReadings, at: "read_at" },
  "zhiku.read": { from: "zhiku_journeys", at: "opened_at" },
  "zhiku.download": { from: "zhiku_downloads", at: "created_at", where: sql`use = 'download'` },
};

/** Durations between two times: from rows of a table, or of a query from a time on. */
type Lasting = {
  from: keyof Database | ((from: string) => RawBuilder<unknown>);
  began: string;
  ended: string;
  where: RawBuilder<unknown>;
};

/** Existing first answers, each with the time of its question. */
const firstAnswers = (from: string) => sql`(select answers.created_at as answered_at, questions.created_at as asked_at
  from answers join questions on questions.id = answers.question_id
  where answers.deleted_at is null and answers.created_at >= ${from} and not exists (select 1 from answers as earlier
    where earlier.question_id = answers.question_id and earlier.deleted_at is null
    and (earlier.created_at, earlier.id) < (answers.created_at, answers.id)))`;

/** Duration histograms computed from rows, by the day of the end; rows may be deleted later, as for `ROW_FLOWS`. */
const LASTING: Readonly<Record<Exclude<Histogram, "page.time">, Lasting>> = {
  "review.time": {
    from: "reviews",
    began: "created_at",
    ended: "decided_at",
    where: sql`state in ('approved', 'refused')`,
  },
  "report.time": { from: "reports", began: "created_at", ended: "decided_at", where: sql`state <> 'open'` },
  "answer.time": { from: firstAnswers, began: "asked_at", ended: "answered_at", where: sql`1 = 1` },
};

type Kind = Connection["kind"];
type Value = { day: string; key: string; value: number };
/** Some keys with the function that computes their values from a day on. @param from ISO 8601 */
export type Counting = { keys: readonly string[]; count(db: Db, from: string): Promise<Value[]> };

/** Computation of each of some flows. */
export const flowCountings = (kind: Kind, flows: Readonly<Record<string, Derived>>): Counting[] =>
  Object.entries(flows).map(([key, { from: rows, at, where = sql`1 = 1`, value = sql`count(*)` }]) => ({
    keys: [key],
    async count(db, from) {
      const counted = await sql<{ day: string; value: number | string }>`
        select ${dayOf(kind, at)} as day, ${value} as value
        from ${typeof rows === "string" ? sql.table(rows) : rows} as counted
        where ${sql.ref(at)} >= ${from} and ${where} group by 1`.execute(db);
      return counted.rows.map((row) => ({ day: row.day, key, value: Number(row.value) }));
    },
  }));

/** Computation of each histogram that comes from rows. */
export const histogramCountings = (kind: Kind): Counting[] =>
  (Object.keys(LASTING) as (keyof typeof LASTING)[]).map((histogram) => ({
    keys: bucketKeys(histogram),
    async count(db, from) {
      const { from: rows, began, ended, where } = LASTING[histogram];
      const bounds = boundsOf(histogram).map(
        (bound, bucket) => sql`when seconds <= ${sql.lit(bound)} then ${sql.lit(bucket)}`,
      );
      const counted = await sql<{ day: string; bucket: number; value: number | string }>`
        select day, case ${sql.join(bounds, sql` `)} else ${sql.lit(bounds.length)} end as bucket, count(*) as value
        from (select ${dayOf(kind, ended)} as day, ${secondsBetween(kind, began, ended)} as seconds
          from ${typeof rows === "string" ? sql.table(rows) : rows(from)} as counted
          where ${sql.ref(ended)} >= ${from} and ${where}) as lasting
        group by 1, 2`.execute(db);
      return counted.rows.map(({ day, bucket, value }) => ({
        day,
        key: bucketKey(histogram, bucket),
        value: Number(value),
      }));
    },
  }));

const dayOf = (kind: Kind, at: string): RawBuilder<string> =>
  kind === "sqlite"
    ? sql`date(${sql.ref(at)}, '+8 hours')`
    : sql`to_char((${sql.ref(at)})::timestamptz at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

const secondsBetween = (kind: Kind, began: string, ended: string): RawBuilder<number> =>
  kind === "sqlite"
    ? sql`(julianday(${sql.ref(ended)}) - julianday(${sql.ref(began)})) * 86400`
    : sql`extract(epoch from (${sql.ref(ended)})::timestamptz - (${sql.ref(began)})::timestamptz)`;
