import type { ZhikuContentSummary, ZhikuListed, ZhikuStanding } from "#app/contract/zhiku/content";
import type { Shown } from "#upstream/call/shown";
import { imageFrom } from "#upstream/db/schema/columns";
import { CATEGORIES_KEY, type CategoryTree, categoryRef } from "#upstream/modules/zhiku/category/tree";
import type { Heading } from "#upstream/services/markdown/markdown";
import type { byIds } from "./queries";

/** Row of a document in a list. */
export type ZhikuSummaryRow = Awaited<ReturnType<typeof byIds>>[number];

/** The viewer's access to a document in a row. */
export type Standing = { viewer: ZhikuStanding };

/** Maps a document for lists; it also shows its category. */
export function zhikuSummaryView(row: ZhikuSummaryRow, tree: CategoryTree): Shown<ZhikuContentSummary> {
  const data = {
    id: row.id,
    title: row.title,
    abstract: row.abstract,
    cover: imageFrom(row.cover),
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

/** Maps a document for lists, with the viewer's access. */
export function zhikuListedView(row: ZhikuSummaryRow & Standing, tree: CategoryTree): Shown<ZhikuListed> {
  const { data, keys } = zhikuSummaryView(row, tree);
  return { data: { ...data, viewer: row.viewer }, keys };
}

/** Headings of a body; those after the first `free` are marked as locked, if a number is given. */
export const headingsFor = (headings: readonly Heading[], free: number | null) =>
  headings.map((heading, index) => ({ ...heading, shut: free !== null && index >= free }));

/** Way in which a page can preview a file. */
export function previewOf(contentType: string): "pdf" | "image" | null {
  if (contentType === "application/pdf") return "pdf";
  return contentType.startsWith("image/") && contentType !== "image/svg+xml" ? "image" : null;
}
