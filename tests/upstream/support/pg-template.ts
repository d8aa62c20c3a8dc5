import { connect } from "#upstream/db/dialect";
import { migrate } from "#upstream/db/migrations/migrate";
import { newDatabase, PG_SERVER } from "./pg-server";

/** Before all tests on PostgreSQL: creates a migrated database, which is copied for every world. */
export default async function makeTemplate(): Promise<undefined | (() => Promise<void>)> {
  if (!PG_SERVER || process.env.TEST_PG_TEMPLATE) return undefined;
  const { name, url, drop } = await newDatabase();
  const connection = await connect({ kind: "postgres", url });
  await migrate(connection);
  await connection.close();
  process.env.TEST_PG_TEMPLATE = name;
  return drop;
}
