import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { contentApi } from "#app/contract/reading/home-feed";
import { implement } from "#upstream/call/implement";
import { partsOff } from "#upstream/modules/config/parts-off";
import { feedItems } from "./entries";
import { listFeed } from "./queries";
import { listSomeKinds } from "./some-kinds";

export const content = implement(contentApi, {
  async list({ query }, call) {
    call.dependsOn("feed");
    const all = kindsWith("inFeed");
    const kinds = kindsHere(all, await partsOff(call));
    const { total, pinned, entries, order } = await (kinds.length < all.length
      ? listSomeKinds(call, kinds, query)
      : listFeed(call, query));
    call.dependsOn(...order);
    const items = await feedItems(call, entries, pinned);
    const list = entries.flatMap((entry) => items.get(`${entry.kind}/${entry.item_id}`) ?? []);
    return { list, total, page: query.page, pageSize: query.pageSize };
  },
});
