import type { z } from "zod";
import { type ZhikuContentType, zhikuContentType } from "#app/contract/zhiku/content";
import { type ZhikuSearchHit, zhikuSearchApi } from "#app/contract/zhiku/search";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import type { ZhikuSearchKind } from "#upstream/db/schema/search-documents";
import { markerOf, runsOf } from "#upstream/modules/search/marks";
import { sinceOf } from "#upstream/modules/search/period";
import { snippetOf } from "#upstream/modules/search/snippet";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";
import type { Standing } from "#upstream/modules/zhiku/content/view";
import { withStandings } from "#upstream/modules/zhiku/reading/standings";
import { type Reader, readerOf } from "#upstream/modules/zhiku/rights/reader";
import { zhikuKind } from "./entries";
import { hitRows } from "./queries";

type Query = z.output<typeof zhikuSearchApi.content.query>;

export const zhikuSearch = implement(zhikuSearchApi, {
  async content({ query }, call) {
    const { db, search } = call;
    const { q, page, pageSize, as, sort, period } = query;
    const tree = await categoryTree(call);
    const reader = await readerOf(call, call.viewer, tree);
    const {
      hits,
      total,
      shownFor = null,
    } = await search.find(db, {
      text: q,
      kinds: kindsFor(reader, tree, query),
      offset: (page - 1) * pageSize,
      limit: pageSize,
      asTyped: as === "typed",
      sort,
      within: { since: sinceOf(call, period) },
    });
    const rows = await withStandings(call, tree, await hitRows(db, hits), reader);
    return { list: hitViews(call, rows, tree, shownFor ?? q), total, page, pageSize, shownFor };
  },
});

/** Parts of each category that the reader's search may look into. */
function kindsFor(reader: Reader, tree: CategoryTree, { categoryId, type }: Query): ZhikuSearchKind[] {
  const categories = categoryId === undefined ? tree.all.map(({ id }) => id) : tree.downwards(categoryId);
  const types: readonly ZhikuContentType[] = type === undefined ? zhikuContentType.options : [type];
  return categories.flatMap((id) => {
    const share = reader.opens(id) ? "full" : "brief";
    return types.flatMap((one) => {
      const place = { categoryId: id, type: one };
      return [zhikuKind(share, place), zhikuKind("trial", place)];
    });
  });
}

function hitViews(
  { search }: Call,
  rows: readonly (Awaited<ReturnType<typeof hitRows>>[number] & Standing)[],
  tree: CategoryTree,
  q: string,
): ZhikuSearchHit[] {
  const marker = markerOf(search.words(q));
  return rows.map((row) => ({
    id: row.id,
    title: runsOf(row.title, marker(row.title)),
    snippet: snippetOf(row.body, marker),
    category: categoryRef(tree, row.category_id),
    type: row.type,
    trial: row.trial === 1,
    viewer: row.viewer,
    updatedAt: row.updated_at,
  }));
}
