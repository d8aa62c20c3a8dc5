import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { EditedKind } from "#app/contract/admin/edited";
import type { ConsoleCard } from "#app/contract/admin/system/console";
import type { Permission } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import { decisionStands } from "#upstream/modules/appeal/decisions";

type Waiting = {
  key: ConsoleCard["key"];
  permission: Permission;
  /** Tables with the rows that may be pending. */
  from: RawBuilder<unknown>;
  waits: RawBuilder<SqlBool>;
  /** Time since which a row is pending. */
  since: RawBuilder<string>;
  /** Columns that group rows into one item; null if each row is one. */
  thing: RawBuilder<unknown> | null;
};

/** Drafts whose scheduled publication failed. */
const overdue = (kind: EditedKind): Waiting => ({
  key: kind,
  permission: `${kind}.manage`,
  from: sql`staff_drafts`,
  thing: null,
  waits: sql<SqlBool>`kind = ${sql.lit(kind)} and failure != ''`,
  since: sql<string>`publish_at`,
});

/** Kinds of pending work, and when an item counts as pending. */
const waiting = (now: string): readonly Waiting[] => [
  {
    key: "review",
    permission: "review.read",
    thing: null,
    // Nothing has to be decided for closed accounts.
    from: sql`reviews r join users u on u.id = r.author_id`,
    waits: sql<SqlBool>`r.state = 'waiting' and u.deleted_at is null`,
    since: sql<string>`r.created_at`,
  },
  {
    key: "appeal",
    permission: "appeal.read",
    thing: null,
    from: sql`appeals a join users u on u.id = a.user_id`,
    waits: sql<SqlBool>`a.state = 'open' and u.deleted_at is null and ${decisionStands(now)}`,
    since: sql<string>`a.created_at`,
  },
  {
    key: "refund",
    permission: "order.read",
    thing: null,
    from: sql`zhiku_refunds`,
    waits: sql<SqlBool>`state = 'waiting'`,
    since: sql<string>`created_at`,
  },
  {
    key: "report",
    permission: "report.read",
    from: sql`reports`,
    waits: sql<SqlBool>`state = 'open'`,
    since: sql<string>`created_at`,
    thing: sql`target_kind, target_id`,
  },
  {
    key: "profile",
    permission: "profile.review",
    thing: null,
    from: sql`zhiku_profiles`,
    waits: sql<SqlBool>`reviewed_at is null`,
    since: sql<string>`updated_at`,
  },
  overdue("announcement"),
  overdue("activity"),
  overdue("case"),
];

/** Maximum number of rows counted for a card, oldest first: nobody needs to know how many more there are. */
const COUNTED_MAX = 999;

type Counted = { key: ConsoleCard["key"]; total: number; read: number | null; oldest: string | null };

/**
 * Cards of pending work for these permissions: number, and since when. One statement for any permissions, because every
 * console page loads them.
 */
export async function overviewCards(db: Db, may: ReadonlySet<Permission>, now: string): Promise<ConsoleCard[]> {
  const seen = waiting(now).filter(({ permission }) => may.has(permission));
  if (seen.length === 0) return [];
  const counts = seen.map(({ key, from, waits, since, thing }) => {
    const first = sql`(select ${since} as since ${thing ? sql`, ${thing}` : sql``} from ${from} where ${waits}
      order by ${since} limit ${sql.lit(COUNTED_MAX + 1)}) as waiting`;
    return thing === null
      ? sql`select ${sql.lit(key)} as key, count(*) as total, count(*) as read, min(since) as oldest from ${first}`
      : sql`select ${sql.lit(key)} as key, count(*) as total, sum(read) as read, min(oldest) as oldest from
          (select count(*) as read, min(since) as oldest from ${first} group by ${thing}) as things`;
  });
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)}`.execute(db);
  return seen.map(({ key }) => {
    const { total = 0, read = 0, oldest = null } = rows.find((one) => one.key === key) ?? {};
    const count = Math.min(Number(total), COUNTED_MAX);
    return { key, count, more: Number(read) > COUNTED_MAX, oldest };
  });
}
