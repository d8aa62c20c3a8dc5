import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { STORED } from "#upstream/db/stored-kinds";

/** Rows read per turn of the event loop. */
const ROWS = 200;

type Source = { key: readonly string[]; texts: readonly string[] };
const byId = (...texts: readonly string[]): Source => ({ key: ["id"], texts });

/**
 * Everything that may refer to a file, by table: its key columns, and its text columns. Tables are in the order in
 * which texts move, so that a draft published meanwhile is found as an article.
 */
export const FILE_REFERENCES: Partial<Record<keyof Database, Source>> = {
  drafts: { key: ["user_id", "target", "base_version"], texts: ["fields"] },
  staff_drafts: byId("fields"),
  reviews: byId("fields"),
  proposals: byId("words_before", "words_after"),
  form_submissions: byId("answers"),
  users: byId("avatar", "bio"),
  reports: byId("detail"),
  messages: byId("text"),
  ...Object.fromEntries(Object.values(STORED).map(({ table, texts }) => [table, byId(...texts)])),
  forms: byId("description", "description_html", "fields"),
  form_versions: { key: ["form_id", "version"], texts: ["fields"] },
  site_texts: { key: ["key"], texts: ["content", "content_html"] },
  agreements: { key: ["key", "version"], texts: ["content", "content_html"] },
  site_settings: { key: ["key"], texts: ["value"] },
  text_versions: { key: ["kind", "item_id", "version"], texts: ["fields"] },
  // Undone changes still need their pictures.
  audit_log: byId("before", "after"),
  zhiku_categories: byId("cover", "banner", "description"),
  zhiku_contents: byId("content", "content_html", "free_html", "cover", "document", "abstract"),
  zhiku_attachments: byId("key"),
  zhiku_images: { key: ["key", "position"], texts: ["image", "href"] },
  zhiku_rights_texts: byId("content", "content_html"),
  zhiku_offers: byId("description"),
};

/** Iterates over all these texts, a few rows at a time, yielding to other work in between. */
export async function* shownTexts(db: Db): AsyncGenerator<string> {
  for (const [table, source] of Object.entries(FILE_REFERENCES)) yield* textsOf(db, table, source);
}

async function* textsOf(db: Db, table: string, { key, texts }: Source): AsyncGenerator<string> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: Record<string, string | number | null> | undefined; ; ) {
    const after = last;
    const where = after ? sql`where (${columns}) > (${sql.join(key.map((column) => sql`${after[column]}`))})` : sql``;
    const { rows } = await sql<Record<string, string | number | null>>`
      select ${sql.join([...key, ...texts.filter((column) => !key.includes(column))].map((column) => sql.ref(column)))}
      from ${sql.table(table)} ${where} order by ${columns} limit ${sql.lit(ROWS)}`.execute(db);
    for (const row of rows) for (const column of texts) yield String(row[column] ?? "");
    last = rows.at(-1);
    if (rows.length < ROWS) return;
    await nextTurn();
  }
}
