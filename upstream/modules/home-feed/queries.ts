import { type RawBuilder, sql } from "kysely";
import type { FeedTab } from "#app/contract/reading/home-feed";
import type { Services } from "#upstream/call/context";
import { compiledQuery } from "#upstream/db/compiled-query";
import { findPage } from "#upstream/db/lists/site-lists";
import { fromKey } from "#upstream/db/lists/window";
import { orderKeys } from "#upstream/modules/content/hot-order";
import { findPinnedPage } from "#upstream/modules/pin/pinned-page";
import { type LivePin, pinnedInFeed } from "#upstream/modules/pin/queries";

const hottest = compiledQuery((db, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom("feed_entries as f")
    .select(["f.kind", "f.item_id"])
    .orderBy("f.hot", "desc")
    .orderBy("f.item_id", "desc")
    .orderBy("f.kind", "desc")
    .limit(limit)
    .offset(offset),
);

/** Query for a page of the feed. */
export type FeedQuery = { tab: FeedTab; page: number; pageSize: number };

/**
 * One page of the home feed, pinned things first, and the version keys of its order; two statements, one more if
 * anything is pinned.
 */
export async function listFeed(services: Pick<Services, "db" | "cached">, { tab, page, pageSize }: FeedQuery) {
  return tab === "latest" ? latest(services, page, pageSize) : recommended(services, page, pageSize);
}

/** One page ordered by 热门, pinned things first. */
async function recommended(services: Pick<Services, "db" | "cached">, page: number, pageSize: number) {
  const { db } = services;
  const pins = await pinnedInFeed(services);
  const { total, pinned, rest } = await findPinnedPage(db, "feed", pins, { page, pageSize, hot: true });
  const { limit, offset } = rest;
  const entries =
    limit === 0
      ? []
      : pins.length === 0
        ? await hottest(db, { limit, offset })
        : await db
            .selectFrom("feed_entries as f")
            .select(["f.kind", "f.item_id"])
            .where(isNone(pins))
            .orderBy("f.hot", "desc")
            .orderBy("f.item_id", "desc")
            .orderBy("f.kind", "desc")
            .limit(limit)
            .offset(offset)
            .execute();
  const first = pinned.map(({ kind, key }) => ({ kind, item_id: key.id }));
  const order = orderKeys({ offset, limit, pins: pins.length });
  return { total, pinned: first, entries: [...first, ...entries], order };
}

/** SQL condition that excludes pinned things. */
export const isNone = (pins: readonly LivePin[]): RawBuilder<boolean> => {
  const places = pins.map(({ kind, key }) => sql`(${kind}, cast(${key.id} as bigint))`);
  return sql<boolean>`(f.kind, f.item_id) not in (values ${sql.join(places)})`;
};

/** One page ordered by time only. */
async function latest({ db }: Pick<Services, "db">, page: number, pageSize: number) {
  const { total, from, limit, offset } = await findPage(db, "feed", page, pageSize);
  const entries =
    limit === 0
      ? []
      : await db
          .selectFrom("feed_entries as f")
          .select(["f.kind", "f.item_id"])
          .where(fromKey("f", from, "item_id"))
          .orderBy("f.created_at", "desc")
          .orderBy("f.item_id", "desc")
          .orderBy("f.kind", "desc")
          .limit(limit)
          .offset(offset)
          .execute();
  return { total, pinned: [], entries, order: [] };
}
