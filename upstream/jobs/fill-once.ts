import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { isEmpty } from "#upstream/db/is-empty";

/** Setting that exists while a fill is in progress. */
const BEGUN = "fill-begun";
/** Our id among PostgreSQL's advisory locks; an arbitrary number. */
const LOCK = 720_183_311;

/**
 * Fills an empty database; on PostgreSQL only one process at a time. Remains of an interrupted fill are deleted, and it
 * starts over.
 */
export async function fillOnce(
  { db, connection }: Pick<Services, "db" | "connection">,
  fill: () => Promise<void>,
): Promise<void> {
  if (!(await isDue(db))) return;
  // The lock belongs to the connection, so a killed process blocks nobody.
  await connection.unlimited((unlimited) =>
    unlimited.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(held);
      if (!(await isDue(db))) return;
      await begin(held);
      await fill();
      await db.deleteFrom("site_settings").where("key", "=", BEGUN).execute();
    }),
  );
}

async function isDue(db: Db): Promise<boolean> {
  const begun = await db.selectFrom("site_settings").select("key").where("key", "=", BEGUN).executeTakeFirst();
  return begun !== undefined || isEmpty(db);
}

/** Tables that keep their rows: versions must only grow, and the end of the audit log is the row that its writers lock. */
const KEPT = ["versions", "audit_end"];

/** Empties all tables except migration records and those that must keep their rows. */
async function begin(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = current_schema() and tablename not like 'kysely%' and tablename not in (${sql.join(KEPT)})`.execute(
      trx,
    );
    const tables = rows.map(({ name }) => sql.table(name));
    await sql`truncate table ${sql.join(tables)} restart identity cascade`.execute(trx);
    await trx.updateTable("audit_end").set({ hash: "" }).execute();
    await trx.insertInto("site_settings").values({ key: BEGUN, value: "1" }).execute();
  });
}
