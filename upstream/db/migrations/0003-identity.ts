import type { Kysely } from "kysely";
import { counter, type DialectKind, emptyText, required } from "./columns";

/** Tables for logging in: limits, one-time tokens, codes by SMS, accounts elsewhere, sessions one recognises. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  const table = (name: string) => db.schema.createTable(name);
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute();

  await table("rate_limits")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("hits", "integer", required)
    .addColumn("ends_at", "text", required)
    .execute();
  await index("rate_limits_end", "rate_limits", ["ends_at"]);

  await table("one_time_tokens")
    .addColumn("token_hash", "text", (column) => column.primaryKey())
    .addColumn("purpose", "text", required)
    .addColumn("payload", "text", required)
    .addColumn("expires_at", "text", required)
    .execute();
  await index("one_time_tokens_expiry", "one_time_tokens", ["expires_at"]);

  await table("sms_codes")
    .addColumn("phone", "text", required)
    .addColumn("purpose", "text", required)
    .addColumn("code_hash", "text", required)
    .addColumn("tries", "integer", counter)
    .addColumn("expires_at", "text", required)
    .addPrimaryKeyConstraint("sms_codes_key", ["phone", "purpose"])
    .execute();
  await index("sms_codes_expiry", "sms_codes", ["expires_at"]);

  await table("identities")
    .addColumn("provider", "text", required)
    .addColumn("subject", "text", required)
    .addColumn("user_id", "bigint", (column) => column.notNull().references("users.id"))
    .addColumn("nickname", "text", emptyText)
    .addColumn("created_at", "text", required)
    .addPrimaryKeyConstraint("identities_key", ["provider", "subject"])
    .addUniqueConstraint("identities_user", ["user_id", "provider"])
    .execute();

  await db.schema.alterTable("users").addColumn("registration_pending", "integer", counter).execute();
  for (const column of ["address", "last_seen_at"]) {
    await db.schema.alterTable("sessions").addColumn(column, "text", emptyText).execute();
  }
  await index("sessions_expiry", "sessions", ["expires_at"]);
}
