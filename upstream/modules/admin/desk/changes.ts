import { type RawBuilder, sql } from "kysely";
import type { ChangeKey } from "#app/contract/admin/desk/desk";
import type { Permission } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";

/** Maximum rows scanned at the end of the log, which is ordered by id and has no index by time. */
const LOG_ROWS = 5_000;
const ACTIONS_SHOWN = 5;

type Since = { since: string; viewerId: number };

/** @param log the table, by its alias in the statement */
const byOthers = ({ since, viewerId }: Since, log = sql.ref("audit_log")) =>
  sql`${log}.id > (select coalesce(max(id), 0) - ${sql.lit(LOG_ROWS)} from audit_log)
    and ${log}.at > ${since} and (${log}.actor_id is null or ${log}.actor_id <> ${viewerId})`;
const published = (table: string, since: string) =>
  sql`select count(*) as total from ${sql.table(table)} where created_at > ${since} and deleted_at is null`;

type Change = { permission: Permission; rows(since: Since): RawBuilder<unknown> };

const CHANGES: Readonly<Record<ChangeKey, Change>> = {
  member: {
    permission: "user.read",
    rows: ({ since }) => sql`select count(*) as total from users where created_at > ${since}`,
  },
  question: { permission: "content.read", rows: ({ since }) => published("questions", since) },
  answer: { permission: "content.read", rows: ({ since }) => published("answers", since) },
  article: { permission: "content.read", rows: ({ since }) => published("articles", since) },
  comment: { permission: "content.read", rows: ({ since }) => published("comments", since) },
  order: {
    permission: "order.read",
    rows: ({ since }) => sql`select count(*) as total from zhiku_orders where paid_at > ${since} and amount > 0`,
  },
  removal: {
    permission: "content.read",
    rows: (since) => sql`select count(*) as total from audit_log
      where ${byOthers(since)} and action in ('content.remove', 'report.remove', 'user.purge')`,
  },
};

/** Number of events of each kind since a time, limited by permissions; one statement. */
export async function changesSince(db: Db, may: ReadonlySet<Permission>, since: Since) {
  const seen = (Object.keys(CHANGES) as ChangeKey[]).filter((key) => may.has(CHANGES[key].permission));
  if (seen.length === 0) return [];
  const parts = seen.map(
    (key) => sql`select ${sql.lit(key)} as key, total from (${CHANGES[key].rows(since)}) as counted`,
  );
  const { rows } = await sql<{ key: ChangeKey; total: number | string }>`${sql.join(parts, sql` union all `)}`.execute(
    db,
  );
  return seen.map((key) => ({ key, count: Number(rows.find((row) => row.key === key)?.total ?? 0) }));
}

/** Log entries of others in the console since a time: their number, and the latest; one statement. */
export async function actionsSince(db: Db, since: Since) {
  const rows = await db
    .selectFrom("audit_log")
    .leftJoin("users", "users.id", "audit_log.actor_id")
    .select(["audit_log.id", "at", "users.nickname as actor", "action", "kind", "target"])
    .select((eb) =>
      eb
        .selectFrom("audit_log as counted")
        .select((one) => one.fn.countAll<number | string>().as("total"))
        .where(sql<boolean>`${byOthers(since, sql.ref("counted"))}`)
        .as("total"),
    )
    .where(sql<boolean>`${byOthers(since, sql.ref("audit_log"))}`)
    .orderBy("audit_log.id", "desc")
    .limit(ACTIONS_SHOWN)
    .execute();
  return { count: Number(rows[0]?.total ?? 0), last: rows.map(({ total: _, ...action }) => action) };
}
