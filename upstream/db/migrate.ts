import { type Kysely, Migrator } from "kysely";
import type { Connection } from "./dialect";
import { migrations } from "./migrations";

/**
 * Brings the database to the newest schema; forward only. All that is missing is one transaction: whoever is killed in
 * the middle of it has changed nothing.
 * @returns the names of the migrations that ran.
 * @throws the first migration's error.
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
