import { adminZhikuCategoryApi, type EditedZhikuCategory } from "#app/contract/admin/zhiku/category";
import type { StaffCall } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { imageFrom } from "#upstream/db/schema/columns";
import { chosenPicture } from "#upstream/modules/upload/chosen-picture";
import {
  type ChangedCategory,
  findCategory,
  hideCategory,
  lastPosition,
  orderCategories,
  removeCategory,
  requirePlace,
  showCategory,
  updateCategory,
} from "#upstream/modules/zhiku/catalogue/change-category";
import { lockedTree } from "#upstream/modules/zhiku/category/tree";
import {
  changeRightsText,
  createCategory,
  deleteRightsText,
  findRightsText,
  prepareRightsText,
} from "#upstream/modules/zhiku/category/write";
import { staffWrite } from "#upstream/policy/staff-write";
import { changeHeroes, HERO_UNDOS, heroesOf } from "./heroes";
import { listEditedCategories } from "./queries";
import { CATEGORY_UNDOS, type KeptCategory, keptCategory, keptText } from "./undo";

const KIND = "zhiku-category";

const handlers: Handlers<typeof adminZhikuCategoryApi> = {
  list: (_, { db }) => listEditedCategories(db),

  get: async ({ params: { id } }, { db }) => found((await listEditedCategories(db)).find((one) => one.id === id)),

  async add({ body }, call) {
    const fields = await fieldsOf(call, body, null);
    return staffWrite(call, async (trx, note) => {
      requirePlace(await lockedTree(trx), null, fields.parentId);
      const position = await lastPosition(trx, fields.parentId);
      const { id } = await createCategory(trx, { ...fields, position });
      const after = keptCategory(found(await findCategory(trx, id)));
      note({ action: "zhiku-category.add", kind: KIND, target: id, before: null, after });
      return { id };
    });
  },

  async put({ body: { id, version, ...body } }, call) {
    const fields = await fieldsOf(call, body, found(await findCategory(call.db, id)));
    return staffWrite(call, async (trx, note) => {
      const before = keptCategory(found(await findCategory(trx, id)));
      const now = await updateCategory(trx, call, { id, version, fields });
      const after = keptCategory(found(await findCategory(trx, id)));
      note({ action: "zhiku-category.put", kind: KIND, target: id, before, after });
      return { version: now };
    });
  },

  order: ({ body: { parentId, ids } }, call) =>
    staffWrite(call, async (trx, note) => {
      const positions = ids.map((id, position) => ({ id, position }));
      const before = await orderCategories(trx, { parentId, positions });
      const target = parentId ?? "top";
      note({ action: "zhiku-category.order", kind: KIND, target, before, after: positions });
      return null;
    }),

  hide: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { documents } = await hideCategory(trx, call, id);
      const of = (hidden: boolean) => ({ hidden, documents });
      note({ action: "zhiku-category.hide", kind: KIND, target: id, before: of(false), after: of(true), reason });
      return { documents };
    }),

  show: ({ body: { id } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { documents } = await showCategory(trx, call, id);
      const of = (hidden: boolean) => ({ hidden, documents });
      note({ action: "zhiku-category.show", kind: KIND, target: id, before: of(true), after: of(false) });
      return { documents };
    }),

  remove: ({ body: { id, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const before: KeptCategory = keptCategory(found(await findCategory(trx, id)));
      await removeCategory(trx, id);
      note({ action: "zhiku-category.remove", kind: KIND, target: id, before, after: null, reason });
      return null;
    }),

  async rightsText({ query: { categoryId } }, { db }) {
    if (categoryId !== undefined) found(await findCategory(db, categoryId));
    const row = await findRightsText(db, categoryId ?? null);
    const { title = "", content = "", content_html: contentHtml = "", version = 0 } = row ?? {};
    return { title, content, contentHtml, version };
  },

  async putRightsText({ body: { categoryId, version, title, content } }, call) {
    if (categoryId !== null) found(await findCategory(call.db, categoryId));
    const gone = title === "" && content === "";
    if (!gone && title === "") throw invalid({ title: "标题不能为空" });
    if (!gone && content === "") throw invalid({ content: "内容不能为空" });
    const ready = await prepareRightsText(call, { categoryId, title, content });
    return staffWrite(call, async (trx, note) => {
      const before = keptText(await findRightsText(trx, categoryId));
      if (gone && before === null) return { version: 0 };
      const now = await changeRightsText(trx, ready, version);
      if (gone) await deleteRightsText(trx, categoryId);
      const after = keptText(await findRightsText(trx, categoryId));
      note({ action: "zhiku-rights-text.put", kind: "zhiku-rights-text", target: categoryId ?? "all", before, after });
      return { version: gone ? 0 : now };
    });
  },

  heroes: (_, { db }) => heroesOf(db),
  putHeroes: ({ body }, call) => changeHeroes(call, body),
};

export const adminZhikuCategory = implement(adminZhikuCategoryApi, handlers, { ...CATEGORY_UNDOS, ...HERO_UNDOS });

type Body = Pick<EditedZhikuCategory, "name" | "description" | "parentId" | "cover" | "banner">;

/** Loads a category's fields with its pictures. @throws BusinessError INVALID_PARAMS by field */
async function fieldsOf(
  call: StaffCall,
  { cover, banner, ...rest }: Body,
  row: { cover: string | null; banner: string | null } | null,
): Promise<ChangedCategory> {
  const held = row ? [imageFrom(row.cover), imageFrom(row.banner)] : [];
  return {
    ...rest,
    cover: await chosenPicture(call, cover, { held, field: "cover", alt: rest.name }),
    banner: await chosenPicture(call, banner, { held, field: "banner", alt: rest.name }),
  };
}
