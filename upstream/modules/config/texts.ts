import type { SiteText } from "#app/contract/config";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";

/** The texts of the site that are there among `keys` (all, without them), from memory while they are unchanged. */
export async function readTexts(services: Services, keys?: readonly string[]): Promise<Record<string, SiteText>> {
  const all = await services.cached("config/texts", ["config"], async () => {
    const rows = await services.db
      .selectFrom("site_texts")
      .select(["key", "title", "content", "content_html", "updated_at"])
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

/** A text of the site, as the operator hands it in. */
export type TextFields = {
  key: string;
  /** Of a page; empty for a short text. */
  title?: string;
  /** Markdown of a `page`, shown as it is when `short`. */
  content: string;
  kind: "short" | "page";
};
/** A text of the site with its Markdown rendered; `html` is null for a short text. */
export type PreparedText = { key: string; title: string; content: string; html: string | null; updatedAt: string };

/** Renders a text of the site, which is slow; before the transaction. */
export async function prepareText(
  services: Pick<Services, "markdown" | "clock">,
  { key, title = "", content, kind }: TextFields,
): Promise<PreparedText> {
  const html = kind === "page" ? (await services.markdown.render(content)).html : null;
  return { key, title, content, html, updatedAt: nowIso(services) };
}

/** Writes texts, each new or in the place of the one under its key. */
export async function setTexts(trx: Db, texts: readonly PreparedText[]): Promise<void> {
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

/** A text as it stands in the database now; undefined when nobody has written it. */
export function findText(db: Db, key: string) {
  return db.selectFrom("site_texts").selectAll().where("key", "=", key).executeTakeFirst();
}

/**
 * Writes a text of which this version was read, 0 where there was none. @returns the version that it has now
 * @throws BusinessError CONFLICT when somebody else wrote it since
 */
export async function changeText(
  trx: Db,
  { key, title, content, html, updatedAt }: PreparedText,
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

/** Takes a text away: its page says again that it was not written yet. */
export async function deleteText(trx: Db, key: string): Promise<void> {
  await trx.deleteFrom("site_texts").where("key", "=", key).execute();
  await bump(trx, ["config"]);
}
