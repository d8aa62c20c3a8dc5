import type { Selectable } from "kysely";
import type { Image } from "#app/contract/common";
import { BusinessError, found } from "#upstream/call/errors";
import { type Undos, undo } from "#upstream/call/undo";
import { imageFrom, toJson } from "#upstream/db/schema/columns";
import type { ZhikuCategoriesTable, ZhikuRightsTextsTable } from "#upstream/db/schema/zhiku-catalogue";
import { bump } from "#upstream/db/versions";
import {
  findCategory,
  hideCategory,
  orderCategories,
  removeCategory,
  requireOriginalCategory,
  showCategory,
  updateCategory,
} from "#upstream/modules/zhiku/catalogue/change-category";
import { CATEGORIES_KEY } from "#upstream/modules/zhiku/category/tree";
import {
  changeRightsText,
  deleteRightsText,
  findRightsText,
  prepareRightsText,
} from "#upstream/modules/zhiku/category/write";
import { changedSince } from "#upstream/policy/changed-since";
import { refuseReordered } from "#upstream/policy/positions";
import { markUsed } from "#upstream/services/storage/file-keys";

/** State of a category, as logged. */
export type KeptCategory = {
  slug: string;
  name: string;
  description: string;
  parentId: number | null;
  cover: Image | null;
  banner: Image | null;
  position: number;
  version: number;
};

/** Maps a category's row to its logged state. */
export const keptCategory = (row: Omit<Selectable<ZhikuCategoriesTable>, "hidden_at">): KeptCategory => ({
  slug: row.slug,
  name: row.name,
  description: row.description,
  parentId: row.parent_id,
  cover: imageFrom(row.cover),
  banner: imageFrom(row.banner),
  position: row.position,
  version: row.version,
});

/** State of a right's description, as logged; null if there was none. */
type KeptText = { title: string; content: string; html: string; version: number } | null;

/** Maps a right's description to its logged state. */
export const keptText = (row: Omit<Selectable<ZhikuRightsTextsTable>, "id" | "category_id"> | undefined): KeptText =>
  row ? { title: row.title, content: row.content, html: row.content_html, version: row.version } : null;

const idOf = ({ target }: { target: string }): number => Number(target);

type Position = { id: number; position: number };

/** Undos of changes of categories, and of descriptions of rights. */
export const CATEGORY_UNDOS: Undos = {
  "zhiku-category.add": undo((trx, _, row) => removeCategory(trx, idOf(row))),
  "zhiku-category.put": undo<KeptCategory, KeptCategory>(async (trx, call, row) => {
    const { parentId, name, description, cover, banner, position } = row.before;
    const { version } = row.after;
    if (found(await findCategory(trx, idOf(row))).version !== version) throw changedSince();
    const fields = { parentId, name, description, cover, banner };
    await updateCategory(trx, call, { id: idOf(row), version, fields });
    await trx.updateTable("zhiku_categories").set({ position }).where("id", "=", idOf(row)).execute();
  }),
  "zhiku-category.order": undo<Position[], Position[]>(async (trx, _, { target, before, after }) => {
    const parentId = target === "top" ? null : Number(target);
    refuseReordered(await orderCategories(trx, { parentId, positions: before }), after);
  }),
  "zhiku-category.hide": undo(async (trx, call, row) => {
    await showCategory(trx, call, idOf(row));
  }),
  "zhiku-category.show": undo(async (trx, call, row) => {
    await hideCategory(trx, call, idOf(row));
  }),
  "zhiku-category.remove": undo<KeptCategory, null>(async (trx, _, row) => {
    const { parentId, cover, banner, ...rest } = row.before;
    if (parentId !== null && !(await findCategory(trx, parentId))) {
      throw new BusinessError("CONFLICT", "它的上级分类已经删除");
    }
    const pictures = { cover: cover && toJson(cover), banner: banner && toJson(banner) };
    await markUsed(trx, [pictures.cover ?? "", pictures.banner ?? ""]);
    await trx
      .insertInto("zhiku_categories")
      .values({ id: idOf(row), parent_id: parentId, ...rest, ...pictures })
      .execute();
    await bump(trx, [CATEGORIES_KEY]);
  }),
  "zhiku-rights-text.put": undo<KeptText, KeptText>(async (trx, call, { target, before: was, after: became }) => {
    const categoryId = target === "all" ? null : Number(target);
    const held = await findRightsText(trx, categoryId);
    if ((held?.version ?? 0) !== (became?.version ?? 0)) throw changedSince();
    if (!was) return deleteRightsText(trx, categoryId);
    await requireOriginalCategory(trx, categoryId);
    const ready = await prepareRightsText(call, { categoryId, title: was.title, content: was.content });
    // An entry of an earlier build has only the HTML.
    const html = was.content === "" ? was.html : ready.html;
    await changeRightsText(trx, { ...ready, html }, held?.version ?? 0);
  }),
};
