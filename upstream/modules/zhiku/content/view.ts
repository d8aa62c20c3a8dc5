import type { Image } from "#app/contract/common";
import type { ZhikuContentSummary } from "#app/contract/zhiku/content";
import type { Shown } from "#upstream/call/shown";
import { fromJson } from "#upstream/db/schema/columns";
import { CATEGORIES_KEY, type CategoryTree, categoryRef } from "#upstream/modules/zhiku/category/tree";
import type { byIds } from "./queries";

/** Row from which a list's entry of a document is made. */
export type ZhikuSummaryRow = Awaited<ReturnType<typeof byIds>>[number];

/** A content of zhiku in a list; of other things it shows its category. */
export function zhikuSummaryView(row: ZhikuSummaryRow, tree: CategoryTree): Shown<ZhikuContentSummary> {
  const data = {
    id: row.id,
    title: row.title,
    abstract: row.abstract,
    cover: row.cover === null ? null : fromJson<Image>(row.cover),
    category: categoryRef(tree, row.category_id),
    type: row.type,
    trial: row.trial === 1,
    attachmentCount: row.attachment_count,
    readCount: row.read_count,
    favoriteCount: row.favorite_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  return { data, keys: [`zhiku/${row.id}`, CATEGORIES_KEY] };
}

/** How a page can show a file in place. */
export function previewOf(contentType: string): "pdf" | "image" | null {
  if (contentType === "application/pdf") return "pdf";
  return contentType.startsWith("image/") && contentType !== "image/svg+xml" ? "image" : null;
}
