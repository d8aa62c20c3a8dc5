import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { forgetReadings } from "#upstream/modules/zhiku/readers/forget-readings";
import { forgetSearches, recentSearches, rememberSearch } from "#upstream/modules/zhiku/search/recent";

export const zhikuHistory = implement(zhikuHistoryApi, {
  async forgetReadings({ body: { contentId } }, { db, viewer }) {
    await transact(db, (trx) => forgetReadings(trx, viewer.userId, contentId));
    return null;
  },

  searches: (_, { db, viewer }) => recentSearches(db, viewer.userId),

  async rememberSearch({ body: { q } }, call) {
    await rememberSearch(call, call.viewer.userId, q);
    return null;
  },

  async forgetSearches(_, { db, viewer }) {
    await forgetSearches(db, viewer.userId);
    return null;
  },
});
