import { type RawBuilder, sql } from "kysely";
import type { ConsoleCard } from "#app/contract/admin/console";
import type { Permission } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";

type Waiting = {
  key: ConsoleCard["key"];
  permission: Permission;
  table: keyof Database;
  /** Rows that wait, and the column that says since when. */
  waits: RawBuilder<boolean>;
  since: "created_at" | "updated_at";
  /** Columns by which rows belong to one thing that waits. */
  things: readonly string[];
};

const inState = (state: string): Pick<Waiting, "waits" | "since"> => ({
  waits: sql<boolean>`state = ${state}`,
  since: "created_at",
});

/** Things that can wait for staff, and when they do. */
const WAITING: readonly Waiting[] = [
  { key: "review", permission: "review.read", table: "reviews", ...inState("waiting"), things: ["id"] },
  { key: "refund", permission: "order.read", table: "zhiku_refunds", ...inState("waiting"), things: ["refund_no"] },
  {
    key: "report",
    permission: "report.read",
    table: "reports",
    ...inState("open"),
    things: ["target_kind", "target_id"],
  },
  {
    ...{ key: "profile", permission: "profile.review", table: "zhiku_profiles", things: ["user_id"] },
    ...{ waits: sql<boolean>`reviewed_at is null`, since: "updated_at" },
  },
];

/** Cards of what waits for whoever has these permissions: how many, and since when. One statement for each. */
export function overviewCards(db: Db, may: ReadonlySet<Permission>): Promise<ConsoleCard[]> {
  return Promise.all(
    WAITING.filter(({ permission }) => may.has(permission)).map(async ({ key, table, waits, since, things }) => {
      const { rows } = await sql<{ total: number; oldest: string | null }>`
        select count(*) as total, min(oldest) as oldest from (
          select min(${sql.ref(since)}) as oldest from ${sql.table(table)} where ${waits}
          group by ${sql.join(things.map((column) => sql.ref(column)))}) as things`.execute(db);
      return { key, count: Number(rows[0]?.total ?? 0), oldest: rows[0]?.oldest ?? null };
    }),
  );
}
