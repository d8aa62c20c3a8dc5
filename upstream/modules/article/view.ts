import type { ArticleSummary } from "#app/contract/content/article";
import type { Shown } from "#upstream/call/shown";
import { type Bit, fromJson, imageFrom } from "#upstream/db/schema/columns";
import { type AuthorColumns, authorView } from "#upstream/modules/author/author";
import { classificationView } from "#upstream/modules/content/classifications";
import { type ListedColumns, listedFields } from "#upstream/modules/content/editor-columns";
import { placedView } from "#upstream/modules/content/featured";

/** Columns for an article in a list. */
export type ArticleSummaryRow = AuthorColumns &
  ListedColumns<"article"> & {
    id: number;
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
    updated_at: string;
  };

/** Maps an article's card; it also shows its author and classification. */
export const articleSummaryView = (row: ArticleSummaryRow): Shown<ArticleSummary> => ({
  data: {
    id: row.id,
    ...listedFields("article", row),
    excerpt: row.excerpt,
    cover: imageFrom(row.cover),
    author: authorView(row),
    classification: classificationView(row),
    tags: fromJson<string[]>(row.tags),
    likeCount: row.like_count,
    favoriteCount: row.favorite_count,
    commentCount: row.comment_count,
    ...placedView(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  },
  keys: [
    `card/article/${row.id}`,
    `user/${row.author_user_id}`,
    ...(row.classification_id === null ? [] : (["config"] as const)),
  ],
});
