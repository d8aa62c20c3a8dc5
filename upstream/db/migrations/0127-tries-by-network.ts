import type { Kysely } from "kysely";
import { counter, type DialectKind, emptyText } from "./columns";

/** Counts attempts at codes by the network that requested them apart from those by others. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  const table = () => db.schema.alterTable("sms_codes");
  await table().addColumn("network", "text", emptyText).execute();
  await table().addColumn("other_tries", "integer", counter).execute();
}
