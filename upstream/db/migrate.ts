import { type Kysely, Migrator } from "kysely";
import type { Site } from "../services/markdown/web-address";
import type { Connection, Db } from "./dialect";
import { migrations } from "./migrations";

/** Where a database that is not asked for by browsers stands. */
const NOWHERE: Site = { origin: "http://127.0.0.1:3000", objectsUrl: "/oss/" };

/**
 * Brings the database to the newest schema; forward only. All that is missing is one transaction: whoever is killed in
 * the middle of it has changed nothing. `site` tells pictures of the store from others in texts that are kept.
 * @returns the names of the migrations that ran.
 * @throws the first migration's error.
 */
export async function migrate(connection: Connection, site: Site = NOWHERE): Promise<string[]> {
  return connection.unlimited((db) => migrateThrough(db, connection.kind, site));
}

async function migrateThrough(db: Db, kind: Connection["kind"], site: Site): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, migration]) => [
            name,
            { up: (trx: Kysely<unknown>) => migration.up(trx, kind, site) },
          ]),
        ),
    },
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}
