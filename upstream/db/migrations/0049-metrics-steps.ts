import { type Kysely, sql } from "kysely";
import { type DialectKind, required } from "./columns";

/** Figures of whole weeks and months, so that a year is read from a few rows. */
export async function up(db: Kysely<unknown>, kind: DialectKind): Promise<void> {
  await db.schema
    .createTable("metrics_steps")
    .addColumn("step", "text", required)
    .addColumn("start", "text", required)
    .addColumn("key", "text", required)
    .addColumn("sum", "bigint", required)
    .addColumn("last", "text", required)
    .addPrimaryKeyConstraint("metrics_steps_key", ["step", "start", "key"])
    .execute();
  const monday =
    kind === "sqlite"
      ? sql`date(day, '-6 days', 'weekday 1')`
      : sql`to_char(date_trunc('week', cast(day as date)), 'YYYY-MM-DD')`;
  for (const [step, start] of [
    ["week", monday],
    ["month", sql`substr(day, 1, 7) || '-01'`],
  ] as const) {
    await sql`insert into metrics_steps (step, start, key, sum, last)
      select ${sql.lit(step)}, ${start}, key, sum(value), max(day || value) from metrics_daily
      group by ${start}, key`.execute(db);
  }
}
