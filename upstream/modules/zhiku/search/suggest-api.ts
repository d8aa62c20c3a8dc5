import { zhikuSuggestApi } from "#app/contract/zhiku/suggest";
import { implement } from "#upstream/call/implement";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { readerOf } from "#upstream/modules/zhiku/rights/reader";
import { consumeLimits } from "#upstream/policy/limits";
import { kindsFor, typeOfKind } from "./kinds-for";

const TITLES_MAX = 8;

export const zhikuSuggest = implement(zhikuSuggestApi, {
  async titles({ query }, call) {
    const { db, search, viewer } = call;
    await consumeLimits(db, call, [{ limit: "suggest", subject: viewer.userId }]);
    const tree = await categoryTree(call);
    const kinds = kindsFor(await readerOf(call, viewer, tree), tree, query);
    const hits = await search.titles(db, query.q, { kinds, limit: TITLES_MAX, narrowed: true });
    return hits.map(({ id, title, kind }) => ({ id, title, type: typeOfKind(kind) }));
  },
});
