import { ZHIKU_CATEGORY_LIST_TYPE, type ZhikuCategory, zhikuCategoryApi } from "#app/contract/zhiku/category";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Zhiku's categories, parents before children; null if they can't be loaded. */
export const loadCategories = (args: ServerArgs): Promise<ZhikuCategory[] | null> =>
  optional(gateway(args).call(zhikuCategoryApi.list, { query: { type: ZHIKU_CATEGORY_LIST_TYPE } }));
