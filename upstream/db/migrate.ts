import { type Kysely, Migrator } from "kysely";
import type { Connection } from "./dialect";
import { migrations } from "./migrations";

/**
 * Brings the database to the newest schema; forward only.
 * @returns the names of the migrations that ran.
 * @throws the first migration's error; what ran before it stays.
 */
export async function migrate(connection: Connection): Promise<string[]> {
  const migrator = new Migrator({
    db: connection.db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [
            name,
            { up: (db: Kysely<unknown>) => migration.up(db, connection.kind) },
          ]),
        ),
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}
