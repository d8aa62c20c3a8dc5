import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { found } from "../../../http/errors";
import { implement } from "../../../http/implement";
import { limitedWrite } from "../../../http/limited-write";
import { categoryTree } from "../category/tree";
import { foundContent } from "../content/found";
import { findAccess } from "../content/queries";
import { readerOf, requireReadable } from "../rights/reader";
import { openJourney, updateJourney } from "./write";

export const zhikuUserJourney = implement(zhikuUserJourneyApi, {
  async open({ body: { contentId } }, call) {
    const content = foundContent(await findAccess(call.db, contentId));
    requireReadable(await readerOf(call, call.viewer, await categoryTree(call)), content);
    return limitedWrite(call, "read", (trx, userId) =>
      openJourney(trx, call, { userId, content, device: call.client.device }),
    );
  },

  async update({ body }, call) {
    const { userId } = found(call.viewer);
    return limitedWrite(call, "read", (trx) => updateJourney(trx, call, userId, body));
  },
});
