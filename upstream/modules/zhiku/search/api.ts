import { type ZhikuSearchHit, zhikuSearchApi } from "#app/contract/zhiku/search";
import { implement } from "#upstream/call/implement";
import { markerOf, runsOf } from "#upstream/modules/search/marks";
import { sinceOf } from "#upstream/modules/search/period";
import { snippetOf } from "#upstream/modules/search/snippet";
import { type CategoryTree, categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";
import type { Standing } from "#upstream/modules/zhiku/content/view";
import { withStandings } from "#upstream/modules/zhiku/reading/standings";
import { readerOf } from "#upstream/modules/zhiku/rights/reader";
import { kindsFor } from "./kinds-for";
import { hitRows } from "./queries";

export const zhikuSearch = implement(zhikuSearchApi, {
  async content({ query }, call) {
    const { db, search } = call;
    const { q, page, pageSize, as, sort, period } = query;
    const tree = await categoryTree(call);
    const reader = await readerOf(call, call.viewer, tree);
    const {
      hits,
      total,
      words,
      missing,
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
    return { list: hitViews(rows, tree, words), total, page, pageSize, shownFor, missing };
  },
});

function hitViews(
  rows: readonly (Awaited<ReturnType<typeof hitRows>>[number] & Standing)[],
  tree: CategoryTree,
  words: readonly string[],
): ZhikuSearchHit[] {
  const marker = markerOf(words);
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
