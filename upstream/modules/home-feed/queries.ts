import type { FeedTab } from "#app/contract/content";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { findPage, findPageCapped } from "#upstream/db/list-position";
import { fromKey } from "#upstream/db/window";

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

/** One page of the home feed: what is shown, in order; two statements. */
export async function listFeed(db: Db, { tab, page, pageSize }: { tab: FeedTab; page: number; pageSize: number }) {
  const latest = tab === "latest";
  const window = latest ? await findPage(db, "feed", page, pageSize) : await findPageCapped(db, "feed", page, pageSize);
  const { total, from, limit, offset } = window;
  if (limit === 0) return { total, entries: [] };
  if (!latest) return { total, entries: await hottest(db, { limit, offset }) };
  const entries = await db
    .selectFrom("feed_entries as f")
    .select(["f.kind", "f.item_id"])
    .where(fromKey("f", from, "item_id"))
    .orderBy("f.created_at", "desc")
    .orderBy("f.item_id", "desc")
    .orderBy("f.kind", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  return { total, entries };
}
