import { sql } from "kysely";
import type { ConsoleCard } from "#app/contract/admin/console";
import type { Permission } from "#app/contract/permissions";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";

type Waiting = {
  key: ConsoleCard["key"];
  permission: Permission;
  table: keyof Database;
  state: string;
  /** Columns by which rows belong to one thing that waits. */
  things: readonly string[];
};

/** Things that can wait for staff, and the state in which they do. */
const WAITING: readonly Waiting[] = [
  { key: "review", permission: "review.read", table: "reviews", state: "waiting", things: ["id"] },
  { key: "refund", permission: "order.read", table: "zhiku_refunds", state: "waiting", things: ["refund_no"] },
  { key: "report", permission: "report.read", table: "reports", state: "open", things: ["target_kind", "target_id"] },
];

/** Cards of what waits for whoever has these permissions: how many, and since when. One statement for each. */
export function overviewCards(db: Db, may: ReadonlySet<Permission>): Promise<ConsoleCard[]> {
  return Promise.all(
    WAITING.filter(({ permission }) => may.has(permission)).map(async ({ key, table, state, things }) => {
      const { rows } = await sql<{ total: number; oldest: string | null }>`
        select count(*) as total, min(oldest) as oldest from (
          select min(created_at) as oldest from ${sql.table(table)} where state = ${state}
          group by ${sql.join(things.map((column) => sql.ref(column)))}) as things`.execute(db);
      return { key, count: Number(rows[0]?.total ?? 0), oldest: rows[0]?.oldest ?? null };
    }),
  );
}
