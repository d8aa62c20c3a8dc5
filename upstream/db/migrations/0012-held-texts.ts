import type { Kysely } from "kysely";
import { type DialectKind, emptyText } from "./columns";

type Held = { reviews: { id: number; fields: string; target_id: number | null } };

/** Held texts stay with their authors: what they change, which words were read, and what became of them. */
export async function up(db: Kysely<unknown>, _kind: DialectKind): Promise<void> {
  const reviews = () => db.schema.alterTable("reviews");
  await reviews().addColumn("target_id", "bigint").execute();
  await reviews().addColumn("published_id", "bigint").execute();
  await reviews()
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await reviews().addColumn("reason", "text", emptyText).execute();
  await db.schema.createIndex("reviews_author").on("reviews").columns(["author_id", "id"]).execute();
  const held = db as Kysely<Held>;
  for (const { id, fields } of await held.selectFrom("reviews").select(["id", "fields"]).execute()) {
    const target = (JSON.parse(fields) as { id?: number }).id;
    if (target) await held.updateTable("reviews").set({ target_id: target }).where("id", "=", id).execute();
  }
}
