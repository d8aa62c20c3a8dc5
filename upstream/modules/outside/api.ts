import { unsubscribeApi } from "#app/contract/notification/unsubscribe";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { personMergedInto } from "#upstream/modules/merge-people/person-merged-into";
import { consumeLimits } from "#upstream/policy/limits";
import { wantOutside, wantWeekly } from "./outside-settings";
import { readUnsubscribeToken } from "./unsubscribe-token";

export const unsubscribe = implement(unsubscribeApi, {
  async look({ params: { token } }, call) {
    return { sort: found(readUnsubscribeToken(call, token)).sort };
  },

  async stop({ body: { token } }, call) {
    const { userId: receiverId, sort } = found(readUnsubscribeToken(call, token));
    // The account that got the letter may have been merged into another, whose letters continue.
    const userId = (await personMergedInto(call.db, receiverId)) ?? receiverId;
    await transact(call.db, async (trx) => {
      await consumeLimits(trx, call, [{ limit: "unsubscribeDay", subject: userId }]);
      if (sort === "weekly") await wantWeekly(trx, call, { userId, on: false });
      else await wantOutside(trx, call, { userId, channel: sort, sorts: [] });
    });
    return null;
  },
});
