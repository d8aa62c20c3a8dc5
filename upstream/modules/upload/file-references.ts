import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { everyKind, hasTrait } from "#app/contract/kinds";
import type { Db } from "#upstream/db/dialect";
import type { Database } from "#upstream/db/schema";
import { STORED } from "#upstream/db/stored-kinds";

/** Rows read per turn of the event loop. */
const ROWS = 200;

type Source = {
  key: readonly string[];
  texts: readonly string[];
  /** Written by staff for the site: its files stay when the account of whoever uploaded them is closed. */
  ofSite?: true;
};
const byId = (...texts: readonly string[]): Source => ({ key: ["id"], texts });
const ofSite = (source: Source): Source => ({ ...source, ofSite: true });

/**
 * Everything that may refer to a file, by table: its key columns, and its text columns. Tables are in the order in
 * which texts move, so that a draft published meanwhile is found as an article.
 */
export const FILE_REFERENCES: Partial<Record<keyof Database, Source>> = {
  drafts: { key: ["user_id", "target", "base_version"], texts: ["fields"] },
  staff_drafts: ofSite(byId("fields")),
  reviews: byId("fields"),
  proposals: byId("words_before", "words_after"),
  form_submissions: byId("answers"),
  users: byId("avatar", "bio"),
  reports: byId("detail"),
  messages: ofSite(byId("text")),
  ...Object.fromEntries(
    everyKind.map((kind) => {
      const { table, texts } = STORED[kind];
      return [table, hasTrait(kind, "owned") ? byId(...texts) : ofSite(byId(...texts))];
    }),
  ),
  forms: ofSite(byId("description", "description_html", "fields")),
  form_versions: ofSite({ key: ["form_id", "version"], texts: ["fields"] }),
  site_texts: ofSite({ key: ["key"], texts: ["content", "content_html"] }),
  agreements: ofSite({ key: ["key", "version"], texts: ["content", "content_html"] }),
  site_settings: ofSite({ key: ["key"], texts: ["value"] }),
  text_versions: { key: ["kind", "item_id", "version"], texts: ["fields"] },
  // Undone changes still need their pictures.
  audit_log: byId("before", "after"),
  zhiku_categories: ofSite(byId("cover", "banner", "description")),
  zhiku_contents: ofSite(byId("content", "content_html", "free_html", "cover", "document", "abstract")),
  zhiku_attachments: ofSite(byId("key")),
  zhiku_images: ofSite({ key: ["key", "position"], texts: ["image", "href"] }),
  zhiku_rights_texts: ofSite(byId("content", "content_html")),
  zhiku_offers: ofSite(byId("description")),
};

/** Iterates over all these texts, a few rows at a time, yielding to other work in between. */
export async function* textsWithFiles(db: Db): AsyncGenerator<string> {
  for (const [table, source] of Object.entries(FILE_REFERENCES)) yield* textsOf(db, table, source);
}

/** Iterates over those of the texts that staff write for the site, likewise. */
export async function* siteTexts(db: Db): AsyncGenerator<string> {
  for (const [table, source] of Object.entries(FILE_REFERENCES)) {
    if (source.ofSite) yield* textsOf(db, table, source);
  }
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
