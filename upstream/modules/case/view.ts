import type { CaseSummary } from "#app/contract/content/case";
import type { Shown } from "#upstream/call/shown";
import { type Bit, fromJson, imageFrom } from "#upstream/db/schema/columns";
import { classificationView } from "#upstream/modules/content/classifications";
import { placedView } from "#upstream/modules/content/featured";

/** A case's report file, as stored in `cases.report`. */
export type CaseReport = { key: string; fileName: string; bytes: number };

/** Columns for a case in a list. */
export type CaseSummaryRow = {
  id: number;
  title: string;
  excerpt: string;
  cover: string | null;
  classification_id: number | null;
  classification_name: string | null;
  tags: string;
  like_count: number;
  favorite_count: number;
  comment_count: number;
  featured: Bit;
  pinned?: boolean;
  created_at: string;
};

/** Maps a case for lists; it also shows its classification. */
export function caseSummaryView(row: CaseSummaryRow): Shown<CaseSummary> {
  const data = {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    cover: imageFrom(row.cover),
    classification: classificationView(row),
    tags: fromJson<string[]>(row.tags),
    likeCount: row.like_count,
    favoriteCount: row.favorite_count,
    commentCount: row.comment_count,
    ...placedView(row),
    createdAt: row.created_at,
  };
  return { data, keys: [`card/case/${row.id}`, ...(row.classification_id === null ? [] : (["config"] as const))] };
}

/** Public data of a report file; the file itself requires a presigned URL. */
export function reportView(report: string | null): Omit<CaseReport, "key"> | null {
  if (report === null) return null;
  const { fileName, bytes } = fromJson<CaseReport>(report);
  return { fileName, bytes };
}
