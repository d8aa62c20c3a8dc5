import { type Kysely, sql } from "kysely";
import { linkToPicture } from "#upstream/text/picture-link";
import { readWebAddress, type Site } from "#upstream/text/web-address";
import type { DialectKind } from "./columns";

/** Columns of rendered Markdown, by table. */
const RENDERED: Record<string, readonly string[]> = {
  questions: ["content_html"],
  answers: ["content_html"],
  articles: ["content_html"],
  cases: ["content_html"],
  activities: ["content_html"],
  announcements: ["content_html"],
  forms: ["description_html"],
  site_texts: ["content_html"],
  zhiku_contents: ["free_html", "content_html"],
  zhiku_rights_texts: ["content_html"],
};
const PICTURE = /<a\b|<\/a>|<img src="([^"]*)" alt="([^"]*)"[^>]*>/g;

/**
 * Texts that are kept show objects of the store alone, like those that are written from now on: a picture that was a
 * page of the site becomes a link to it. Whoever runs beside and knows nothing of this reads them as before.
 */
export async function up(db: Kysely<unknown>, _kind: DialectKind, site: Site): Promise<void> {
  for (const [table, columns] of Object.entries(RENDERED)) {
    for (const column of columns) await relinkColumn(db, { table, column, site });
  }
}

type Place = { table: string; column: string; site: Site };

async function relinkColumn(db: Kysely<unknown>, { table, column, site }: Place): Promise<void> {
  const [from, html] = [sql.table(table), sql.ref(column)];
  const key = sql.ref(table === "site_texts" ? "key" : "id");
  const { rows } = await sql<{ key: string | number; html: string }>`
    select ${key} as key, ${html} as html from ${from} where ${html} like '%<img src="/%'`.execute(db);
  for (const row of rows) {
    const linked = relinkPictures(row.html, site);
    if (linked === row.html) continue;
    await sql`update ${from} set ${html} = ${linked} where ${key} = ${row.key}`.execute(db);
  }
}

/** The HTML of a text with links in place of pictures that are pages of the site. */
function relinkPictures(html: string, site: Site): string {
  let inLink = false;
  return html.replace(PICTURE, (mark, to?: string, alt?: string) => {
    if (to === undefined || alt === undefined) {
      inLink = mark !== "</a>";
      return mark;
    }
    return readWebAddress(to, site)?.kind === "own" ? linkToPicture({ kind: "own", to, alt, inLink }) : mark;
  });
}
