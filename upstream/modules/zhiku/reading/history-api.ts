import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { forgetSearches, recentSearches, rememberSearch } from "#upstream/modules/zhiku/search/recent";
import { forgetReadings } from "./write";

export const zhikuHistory = implement(zhikuHistoryApi, {
  async forgetReadings({ body: { contentId } }, { db, viewer }) {
    await transact(db, (trx) => forgetReadings(trx, found(viewer).userId, contentId));
    return null;
  },

  searches: (_, { db, viewer }) => recentSearches(db, found(viewer).userId),

  async rememberSearch({ body: { q } }, call) {
    await rememberSearch(call, found(call.viewer).userId, q);
    return null;
  },

  async forgetSearches(_, { db, viewer }) {
    await forgetSearches(db, found(viewer).userId);
    return null;
  },
});
