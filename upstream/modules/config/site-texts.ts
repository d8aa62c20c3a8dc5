import type { SiteText } from "#app/contract/site/config";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";

/** The texts among `keys` (all by default) that are not empty, cached until they change. */
export async function readSiteTexts(services: Services, keys?: readonly string[]): Promise<Record<string, SiteText>> {
  const all = await services.cached("config/site-texts", ["config"], async () => {
    const rows = await services.db
      .selectFrom("site_texts")
      .select(["key", "title", "content", "content_html", "updated_at"])
      .where("content", "!=", "")
      .execute();
    return new Map(
      rows.map(({ content_html, updated_at, ...row }): [string, SiteText] => [
        row.key,
        { ...row, contentHtml: content_html, updatedAt: updated_at },
      ]),
    );
  });
  return Object.fromEntries(
    (keys ?? [...all.keys()]).flatMap((key) => [all.get(key) ?? []].flat().map((text) => [key, text])),
  );
}

/** A text of the site, as submitted by the operator. */
export type TextFields = {
  key: string;
  /** Title of a page; empty for a short text. */
  title?: string;
  /** Markdown for a `page`, plain text for `short`. */
  content: string;
  kind: "short" | "page";
};
/** A text of the site with its Markdown rendered; `html` is null for a short text. */
export type PreparedSiteText = { key: string; title: string; content: string; html: string | null; updatedAt: string };

/** Renders a text of the site; slow, so call it before the transaction if possible. */
export async function prepareSiteText(
  services: Pick<Services, "markdown" | "clock">,
  { key, title = "", content, kind }: TextFields,
): Promise<PreparedSiteText> {
  const html = kind === "page" ? (await services.markdown.render(content)).html : null;
  return { key, title, content, html, updatedAt: nowIso(services) };
}

/** Inserts or replaces texts by key. */
export async function setSiteTexts(trx: Db, texts: readonly PreparedSiteText[]): Promise<void> {
  if (texts.length === 0) return;
  await trx
    .insertInto("site_texts")
    .values(
      texts.map(({ key, title, content, html, updatedAt }) => ({
        key,
        title,
        content,
        content_html: html,
        updated_at: updatedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((eb) => ({
        title: eb.ref("excluded.title"),
        content: eb.ref("excluded.content"),
        content_html: eb.ref("excluded.content_html"),
        updated_at: eb.ref("excluded.updated_at"),
        version: eb("site_texts.version", "+", 1),
      })),
    )
    .execute();
  await bump(trx, ["config"]);
}

/** A text read from the database; undefined if it was never written. */
export function findSiteText(db: Db, key: string) {
  return db.selectFrom("site_texts").selectAll().where("key", "=", key).executeTakeFirst();
}

/**
 * Updates a text if it still has the given version (0 if there was none). @returns the new version
 * @throws BusinessError CONFLICT if it was changed since
 */
export async function changeSiteText(
  trx: Db,
  { key, title, content, html, updatedAt }: PreparedSiteText,
  version: number,
): Promise<number> {
  const row = { title, content, content_html: html, updated_at: updatedAt, version: version + 1 };
  const written =
    version === 0
      ? await trx
          .insertInto("site_texts")
          .values({ key, ...row })
          .onConflict((conflict) => conflict.doNothing())
          .returning("version")
          .executeTakeFirst()
      : await trx
          .updateTable("site_texts")
          .set(row)
          .where("key", "=", key)
          .where("version", "=", version)
          .returning("version")
          .executeTakeFirst();
  if (!written) throw new BusinessError("CONFLICT");
  await bump(trx, ["config"]);
  return written.version;
}
