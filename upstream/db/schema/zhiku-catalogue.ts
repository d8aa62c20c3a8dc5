import type { Generated } from "kysely";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Bit } from "#upstream/db/schema/columns";

/** 类目: nodes of zhiku's tree. */
export type ZhikuCategoriesTable = {
  id: Generated<number>;
  /** Category above; null at the top. */
  parent_id: number | null;
  slug: string;
  name: string;
  description: string;
  /** JSON of an image, or null. */
  cover: string | null;
  banner: string | null;
  position: number;
  /**
   * Time since which it and everything below is hidden from readers, with `hidden` set in its documents; null if
   * visible.
   */
  hidden_at: Generated<string | null>;
  version: Generated<number>;
};

/** 文档: documents of zhiku, rendered when they were written. */
export type ZhikuContentsTable = {
  id: Generated<number>;
  category_id: number;
  type: ZhikuContentType;
  title: string;
  /** Public; contains nothing of the paid part. */
  abstract: string;
  cover: string | null;
  source: string;
  trial: Bit;
  recommended: Generated<Bit>;
  /** Words of the whole body; characters if it was last rendered before words were counted. */
  length: number;
  version: Generated<number>;
  /** Number of people who opened the document. */
  read_count: Generated<number>;
  favorite_count: Generated<number>;
  attachment_count: number;
  download_count: Generated<number>;
  /** JSON: the original as a file `{ key, fileName, contentType, bytes }`, or null. */
  document: string | null;
  created_at: string;
  updated_at: string;
  /** Time since which it is not public: removed, hidden with its category, or never published; null if public. */
  deleted_at: string | null;
  /** 1 if it is not published yet; `deleted_at` is set as well. */
  draft: Generated<Bit>;
  /** 1 if it is hidden together with its category, and restored with it; `deleted_at` is set as well. */
  hidden: Generated<Bit>;
  /** Time since which it is removed by staff, with `deleted_at` set as well; null if not. */
  removed_at: Generated<string | null>;
  headings: string;
  /** Number of headings in the free part. */
  free_headings: Generated<number>;
  /** Number of tables in the whole body. */
  table_count: Generated<number>;
  picture_count: Generated<number>;
  /** HTML of the free part. */
  free_html: string;
  content_html: string;
  /** Markdown; a line `<!--more-->` ends the free part. */
  content: string;
};

/** Files attached to a document. */
export type ZhikuAttachmentsTable = {
  id: Generated<number>;
  content_id: number;
  position: number;
  key: string;
  file_name: string;
  content_type: string;
  bytes: number;
  download_count: Generated<number>;
};

/** Pictures placed by the operator; several under one key rotate. */
export type ZhikuImagesTable = {
  key: string;
  position: number;
  title: string;
  href: string;
  image: string;
};

/** Text on what a right includes, shown before buying. */
export type ZhikuRightsTextsTable = {
  id: Generated<number>;
  /** Category of the right; null: the right to all categories. */
  category_id: number | null;
  title: string;
  content_html: string;
  /** Markdown; empty if only the HTML of an earlier build exists. */
  content: Generated<string>;
  version: Generated<number>;
};
