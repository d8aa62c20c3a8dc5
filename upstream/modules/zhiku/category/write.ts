import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { CATEGORIES_KEY } from "./tree";

/** Fields of a new category. */
export type CategoryFields = {
  parentId: number | null;
  /** For imports; unique. */
  slug: string;
  name: string;
  description: string;
  cover: Image | null;
  banner: Image | null;
  position: number;
};

/** Adds a category. */
export async function createCategory(trx: Db, fields: CategoryFields): Promise<{ id: number }> {
  const { parentId, cover, banner, ...rest } = fields;
  const { id } = await trx
    .insertInto("zhiku_categories")
    .values({ ...rest, parent_id: parentId, cover: cover && toJson(cover), banner: banner && toJson(banner) })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, [CATEGORIES_KEY]);
  return { id };
}

/** A text on what a category's right holds, rendered; `categoryId` null for all categories. */
export type PreparedRightsText = { categoryId: number | null; title: string; html: string };

/** Renders what a right gives; before the transaction. `content` is Markdown. */
export async function prepareRightsText(
  services: Pick<Services, "markdown">,
  { categoryId, title, content }: { categoryId: number | null; title: string; content: string },
): Promise<PreparedRightsText> {
  return { categoryId, title, html: (await services.markdown.render(content, { anchors: false })).html };
}

/** Puts each text in the place of the one that its category had. */
export async function setRightsTexts(trx: Db, texts: readonly PreparedRightsText[]): Promise<void> {
  for (const { categoryId, title, html } of texts) {
    await trx
      .deleteFrom("zhiku_rights_texts")
      .where("category_id", categoryId === null ? "is" : "=", categoryId)
      .execute();
    await trx.insertInto("zhiku_rights_texts").values({ category_id: categoryId, title, content_html: html }).execute();
  }
  await bump(trx, [CATEGORIES_KEY]);
}
