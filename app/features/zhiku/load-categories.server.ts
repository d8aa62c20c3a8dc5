import { ZHIKU_CATEGORY_LIST_TYPE, type ZhikuCategory, zhikuCategoryApi } from "#app/contract/zhiku/category";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** The categories of zhiku, those above before those below; null when they can't be had. */
export const loadCategories = (args: ServerArgs): Promise<ZhikuCategory[] | null> =>
  optional(gateway(args).call(zhikuCategoryApi.list, { query: { type: ZHIKU_CATEGORY_LIST_TYPE } }));
