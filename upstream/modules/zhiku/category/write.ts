import { randomUUID } from "node:crypto";
import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { keepShown } from "#upstream/services/storage/shown-keys";
import { CATEGORIES_KEY } from "./tree";

/** Fields of a new category. */
export type CategoryFields = {
  parentId: number | null;
  /** For imports; unique. One is made unless given. */
  slug?: string;
  name: string;
  description: string;
  cover: Image | null;
  banner: Image | null;
  position: number;
};

/** Adds a category. */
export async function createCategory(trx: Db, fields: CategoryFields): Promise<{ id: number }> {
  const { parentId, cover, banner, slug = `category-${randomUUID()}`, ...rest } = fields;
  await keepShown(trx, [cover?.url ?? "", banner?.url ?? ""]);
  const { id } = await trx
    .insertInto("zhiku_categories")
    .values({ ...rest, slug, parent_id: parentId, cover: cover && toJson(cover), banner: banner && toJson(banner) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, [CATEGORIES_KEY]);
  return { id };
}

/** A text on what a category's right holds, rendered; `categoryId` null for all categories. */
export type PreparedRightsText = { categoryId: number | null; title: string; content: string; html: string };

/** Renders what a right gives; before the transaction. `content` is Markdown. */
export async function prepareRightsText(
  services: Pick<Services, "markdown">,
  text: { categoryId: number | null; title: string; content: string },
): Promise<PreparedRightsText> {
  return { ...text, html: (await services.markdown.render(text.content, { anchors: false })).html };
}

/** The text on what the right on a category gives, or on all of them (null), as its row is. */
export function findRightsText(db: Db, categoryId: number | null) {
  return db
    .selectFrom("zhiku_rights_texts")
    .selectAll()
    .where("category_id", categoryId === null ? "is" : "=", categoryId)
    .executeTakeFirst();
}

/** Puts each text in the place of the one that its category had. */
export async function setRightsTexts(trx: Db, texts: readonly PreparedRightsText[]): Promise<void> {
  for (const text of texts) {
    const version = (await findRightsText(trx, text.categoryId))?.version ?? 0;
    await changeRightsText(trx, text, version);
  }
}

/**
 * Writes the text of a right of which this version was read, 0 for none. @returns the version that it has now
 * @throws BusinessError CONFLICT
 */
export async function changeRightsText(
  trx: Db,
  { categoryId, title, content, html }: PreparedRightsText,
  version: number,
): Promise<number> {
  await keepShown(trx, [content, html]);
  const held = await findRightsText(trx, categoryId);
  if ((held?.version ?? 0) !== version) throw new BusinessError("CONFLICT");
  const fields = { title, content, content_html: html, version: version + 1 };
  if (held) await trx.updateTable("zhiku_rights_texts").set(fields).where("id", "=", held.id).execute();
  else
    await trx
      .insertInto("zhiku_rights_texts")
      .values({ category_id: categoryId, ...fields })
      .execute();
  await bump(trx, [CATEGORIES_KEY]);
  return fields.version;
}

/** Takes the text of a right away. */
export async function deleteRightsText(trx: Db, categoryId: number | null): Promise<void> {
  await trx
    .deleteFrom("zhiku_rights_texts")
    .where("category_id", categoryId === null ? "is" : "=", categoryId)
    .execute();
  await bump(trx, [CATEGORIES_KEY]);
}
