import { sql } from "kysely";
import type { Part } from "#app/contract/parts";
import { nowIso, type StaffCall } from "#upstream/call/context";
import { isHeld } from "#upstream/modules/zhiku/rights/is-held";

/** Number of items in each optional part, and of active rights to zhiku; one statement. */
export async function countParts(call: StaffCall): Promise<Record<Part | "rights", number>> {
  const now = nowIso(call);
  const listed = (list: string) => sql`coalesce((select total from list_totals where list = ${list}), 0)`;
  const { rows } = await sql<Record<Part | "rights", number | string>>`select
    ${listed("article")} as article, ${listed("case")} as "case", ${listed("activity")} as activity,
    ${listed("announcement")} as announcement,
    (select count(*) from forms where deleted_at is null) as form,
    (select count(*) from zhiku_contents where deleted_at is null) as zhiku,
    (select count(*) from zhiku_rights r where ${isHeld(now)}) as rights`.execute(call.db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])) as Record<
    Part | "rights",
    number
  >;
}
