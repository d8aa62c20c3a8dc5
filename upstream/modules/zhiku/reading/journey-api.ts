import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { categoryTree } from "#upstream/modules/zhiku/category/tree";
import { findAccess } from "#upstream/modules/zhiku/content/queries";
import { readerOf, requireReadable } from "#upstream/modules/zhiku/rights/reader";
import { limitedWrite } from "#upstream/policy/limited-write";
import { openJourney, updateJourney } from "./write";

export const zhikuUserJourney = implement(zhikuUserJourneyApi, {
  async open({ body: { contentId } }, call) {
    const content = found(await findAccess(call.db, contentId), "DOCUMENT_NOT_EXIST");
    requireReadable(await readerOf(call, call.viewer, await categoryTree(call)), content);
    return limitedWrite(call, "read", (trx, userId) =>
      openJourney(trx, call, { userId, content, device: call.client.device }),
    );
  },

  async update({ body }, call) {
    const { userId } = call.viewer;
    return limitedWrite(call, "read", (trx) => updateJourney(trx, call, userId, body));
  },
});
