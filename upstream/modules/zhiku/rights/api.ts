import { zhikuRightsApi } from "#app/contract/zhiku/rights";
import { implement } from "#upstream/call/implement";
import { offersOnSale } from "./offers";

export const zhikuRights = implement(zhikuRightsApi, {
  list: ({ query }, call) => offersOnSale(call, query.categoryId),
});
