import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { implement } from "#upstream/call/implement";
import { CATEGORIES_KEY } from "#upstream/modules/zhiku/category/tree";
import { OFFERS_KEY, offersOnSale } from "./offers";

export const zhikuRights = implement(zhikuRightsApi, {
  list({ query }, call) {
    call.dependsOn(OFFERS_KEY, CATEGORIES_KEY);
    return offersOnSale(call, query.categoryId);
  },
});
