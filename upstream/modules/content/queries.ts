import type { FeedTab } from "#app/contract/content";
import type { Db } from "../../db/dialect";
import { locate, locateBounded } from "../../db/list-position";
import { fromKey } from "../../db/window";

/** One page of the home feed: what is shown, in order; two statements. */
export async function listFeed(db: Db, { tab, page, pageSize }: { tab: FeedTab; page: number; pageSize: number }) {
  const latest = tab === "latest";
  const window = latest ? await locate(db, "feed", page, pageSize) : await locateBounded(db, "feed", page, pageSize);
  if (window.limit === 0) return { total: window.total, entries: [] };
  let entries = db.selectFrom("feed_entries as f").select(["f.kind", "f.item_id"]);
  entries = latest
    ? entries.where(fromKey("f", window.from, "item_id")).orderBy("f.created_at", "desc")
    : entries.orderBy("f.hot", "desc");
  const ordered = entries.orderBy("f.item_id", "desc").orderBy("f.kind", "desc");
  return { total: window.total, entries: await ordered.limit(window.limit).offset(window.offset).execute() };
}
