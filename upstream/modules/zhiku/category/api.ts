import { zhikuCategoryApi } from "#app/contract/zhiku/category";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { imageFrom } from "#upstream/db/schema/columns";
import { keysOf } from "#upstream/db/versions";
import { listOf, totalsOf } from "#upstream/modules/zhiku/content/lists";
import { trialContents } from "#upstream/modules/zhiku/content/queries";
import { zhikuSummaryView } from "#upstream/modules/zhiku/content/view";
import { rightsTexts } from "./rights-texts";
import { type CategoryRow, categoryRef, categoryTree } from "./tree";

/** Maximum number of trial documents shown of one category. */
const TRIALS_MAX = 6;

export const zhikuCategory = implement(zhikuCategoryApi, {
  async configImage({ query }, call) {
    const tree = await categoryTree(call);
    return imagesOf(query.categoryId, tree.isShown(query.categoryId) ? tree.byId.get(query.categoryId) : undefined);
  },

  async imageList(_, call) {
    const { shown } = await categoryTree(call);
    return shown.map((row) => imagesOf(row.id, row));
  },

  async rightsTextList({ query }, call) {
    const tree = await categoryTree(call);
    const texts = await rightsTexts(call);
    const opening = query.categoryId === undefined ? null : [null, ...tree.upwards(query.categoryId)];
    return texts.flatMap(({ categoryId, title, contentHtml }) =>
      (opening && !opening.includes(categoryId)) || (categoryId !== null && !tree.isShown(categoryId))
        ? []
        : [{ category: categoryId === null ? null : categoryRef(tree, categoryId), title, contentHtml }],
    );
  },

  async trialList({ query }, call) {
    call.dependsOn("zhiku-contents");
    const tree = await categoryTree(call);
    const tops = query.categoryId === undefined ? topIds(tree.shown) : [query.categoryId];
    const lists = await trialsOf(call, tops);
    return lists.flatMap(({ categoryId, contents }) =>
      contents.length ? [{ category: categoryRef(tree, categoryId), contents }] : [],
    );
  },

  async list(_, call) {
    call.dependsOn("zhiku-contents");
    const { shown } = await categoryTree(call);
    const totals = await totalsOf(
      call.db,
      shown.map(({ id }) => listOf({ categoryId: id })),
    );
    return shown.map(({ id, parent_id, name, description, cover }) => ({
      id,
      name,
      parentId: parent_id,
      description,
      cover: imageFrom(cover),
      total: totals.get(listOf({ categoryId: id })) ?? 0,
    }));
  },
});

async function trialsOf(call: Call, categoryIds: readonly number[]) {
  const tree = await categoryTree(call);
  const contents = await trialContents(call.db);
  const ids = contents.map(({ id }) => id);
  call.dependsOn(...keysOf("zhiku", ids));
  return categoryIds.map((categoryId) => {
    const within = new Set(tree.downwards(categoryId));
    const inside = contents.filter((row) => within.has(row.category_id)).slice(0, TRIALS_MAX);
    return { categoryId, contents: inside.map((row) => show(call, zhikuSummaryView(row, tree))) };
  });
}

const topIds = (shown: readonly CategoryRow[]): number[] =>
  shown.filter(({ parent_id }) => parent_id === null).map(({ id }) => id);

const imagesOf = (categoryId: number, row: CategoryRow | undefined) => ({
  categoryId,
  cover: imageFrom(row?.cover ?? null),
  banner: imageFrom(row?.banner ?? null),
});
