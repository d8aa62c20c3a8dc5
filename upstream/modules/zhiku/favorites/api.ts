import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { zhikuListedView } from "#upstream/modules/zhiku/content/view";
import { withStandings } from "#upstream/modules/zhiku/reading/standings";
import { limitedWrite } from "#upstream/policy/limited-write";
import { favoritesOf } from "./queries";
import { setZhikuFavorite } from "./write";

export const zhikuFavorites = implement(zhikuFavoritesApi, {
  add: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setZhikuFavorite(trx, call, { userId, ...body, on: true })),

  remove: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setZhikuFavorite(trx, call, { userId, ...body, on: false })),

  async list({ query: { page, pageSize } }, call) {
    const { userId } = call.viewer;
    const [{ total, rows }, tree] = await Promise.all([
      favoritesOf(call.db, { userId, page, pageSize }),
      categoryTree(call),
    ]);
    const listed = await withStandings(call, tree, rows);
    const list = listed.map((row) => ({ ...show(call, zhikuListedView(row, tree)), favoritedAt: row.favorited_at }));
    return { list, total, page, pageSize };
  },
});
