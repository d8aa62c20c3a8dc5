import type { Kysely } from "kysely";
import { emptyText } from "./columns";

/** Address of the picture that a new member has at WeChat, for as long as it is offered to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("identities").addColumn("picture", "text", emptyText).execute();
}
