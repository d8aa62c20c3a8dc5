import { favoritesApi } from "#app/contract/reading/favorites";
import { implement } from "#upstream/call/implement";
import { articlesByIds } from "#upstream/modules/article/queries";
import { articleSummaryView } from "#upstream/modules/article/view";
import { casesByIds } from "#upstream/modules/case/queries";
import { caseSummaryView } from "#upstream/modules/case/view";
import { limitedWrite } from "#upstream/policy/limited-write";
import { listFavorites } from "./list-favorites";
import { setFavorite } from "./write";

export const favorites = implement(favoritesApi, {
  add: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setFavorite(trx, call, { userId, ...body, on: true })),

  remove: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setFavorite(trx, call, { userId, ...body, on: false })),

  articleList: listFavorites("article", articlesByIds, articleSummaryView),
  caseList: listFavorites("case", casesByIds, caseSummaryView),
});
