import { favoritesApi } from "#app/contract/favorites";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import { articleSummaryView } from "#upstream/modules/article/view";
import { caseSummaryView } from "#upstream/modules/case/view";
import { limitedWrite } from "#upstream/policy/limited-write";
import { favoriteArticles, favoriteCases } from "./queries";
import { setFavorite } from "./write";

export const favorites = implement(favoritesApi, {
  add: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setFavorite(trx, call, { userId, ...body, on: true })),

  remove: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setFavorite(trx, call, { userId, ...body, on: false })),

  async articleList({ query }, call) {
    const { db, viewer, dependsOn } = call;
    // `user/…` too: it says whether collections are private.
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await favoriteArticles(db, query, viewer?.userId ?? null);
    const list = rows.map((row) => ({ ...show(call, articleSummaryView(row)), favoritedAt: row.favorited_at }));
    return { list, total, page: query.page, pageSize: query.pageSize };
  },

  async caseList({ query }, call) {
    const { db, viewer, dependsOn } = call;
    dependsOn(`profile/${query.userId}`, `user/${query.userId}`);
    const { total, rows } = await favoriteCases(db, query, viewer?.userId ?? null);
    const list = rows.map((row) => ({ ...show(call, caseSummaryView(row)), favoritedAt: row.favorited_at }));
    return { list, total, page: query.page, pageSize: query.pageSize };
  },
});
