import type { Kysely } from "kysely";
import { counter } from "./columns";

/** Whether somebody was offered a passkey. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("users").addColumn("passkey_offered", "integer", counter).execute();
}
