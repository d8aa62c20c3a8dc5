import type { z } from "zod";
import type { userRight } from "#app/contract/zhiku/rights";
import { nowIso, type Services } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import { categoryRef, categoryTree } from "#upstream/modules/zhiku/category/tree";

const rightsOf = compiledQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("zhiku_rights")
    .select(["id", "category_id", "from_at", "until_at", "source"])
    .where("user_id", "=", userId)
    .orderBy("until_at", "desc")
    .orderBy("id", "desc"),
);

/** Every right of a person, including past and upcoming ones; ordered by end, latest first. */
export async function userRights(
  services: Pick<Services, "db" | "cached" | "clock">,
  userId: number,
): Promise<z.input<typeof userRight>[]> {
  const rows = await rightsOf(services.db, { userId });
  const tree = await categoryTree(services);
  const now = nowIso(services);
  return rows.map(({ id, category_id, from_at: from, until_at: until, source }) => ({
    id,
    category: category_id === null ? null : categoryRef(tree, category_id),
    from,
    until,
    state: until <= now ? "expired" : from > now ? "upcoming" : "active",
    source,
  }));
}
