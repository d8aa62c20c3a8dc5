import { sql } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import { PAGED_ENTRIES_MAX } from "#upstream/db/lists/site-lists";
import { KIND_ORDER_KEYS } from "#upstream/modules/content/hot-order";
import { pinnedInFeed } from "#upstream/modules/pin/queries";
import { type FeedQuery, isNone } from "./queries";

/**
 * One page of the feed of a site without some of its kinds. Stored positions cover all kinds, so it is paged with plain
 * offsets, to the same depth as 热门.
 */
export async function listSomeKinds(
  services: Pick<Services, "db" | "cached">,
  kinds: readonly KindWith<"inFeed">[],
  { tab, page, pageSize }: FeedQuery,
) {
  const { db } = services;
  const pins = tab === "latest" ? [] : (await pinnedInFeed(services)).filter(({ kind }) => kinds.includes(kind));
  // Each kind also has a list with the same things.
  const { total: all } = await db
    .selectFrom("list_totals")
    .select(sql<number>`cast(coalesce(sum(total), 0) as integer)`.as("total"))
    .where("list", "in", kinds)
    .executeTakeFirstOrThrow();
  const total = Math.min(Number(all), PAGED_ENTRIES_MAX);
  const start = (page - 1) * pageSize;
  const pinned = pins.slice(start, start + pageSize);
  const offset = Math.max(0, start - pins.length);
  const limit = Math.max(0, Math.min(pageSize - pinned.length, total - pins.length - offset));
  let rest = db
    .selectFrom("feed_entries as f")
    .select(["f.kind", "f.item_id"])
    .where("f.kind", "in", kinds)
    .orderBy(tab === "latest" ? "f.created_at" : "f.hot", "desc")
    .orderBy("f.item_id", "desc")
    .orderBy("f.kind", "desc")
    .limit(limit)
    .offset(offset);
  if (pins.length > 0) rest = rest.where(isNone(pins));
  const first = pinned.map(({ kind, key }) => ({ kind, item_id: key.id }));
  const entries = [...first, ...(limit === 0 ? [] : await rest.execute())];
  return { total, pinned: first, entries, order: tab === "latest" ? [] : KIND_ORDER_KEYS };
}
