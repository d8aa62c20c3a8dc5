import type { Generated } from "kysely";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import type { Bit } from "#upstream/db/schema/columns";

/** 类目: nodes of zhiku's tree. */
export type ZhikuCategoriesTable = {
  id: Generated<number>;
  /** Null at the top. */
  parent_id: number | null;
  slug: string;
  name: string;
  description: string;
  /** JSON of an image, or null. */
  cover: string | null;
  banner: string | null;
  position: number;
  /** Since when readers see neither it nor what is below; its documents are `hidden`. */
  hidden_at: Generated<string | null>;
  version: Generated<number>;
};

/** 文档: documents of zhiku, with their texts as rendered when they were written. */
export type ZhikuContentsTable = {
  id: Generated<number>;
  category_id: number;
  type: ZhikuContentType;
  title: string;
  /** Written for everybody; nothing of the paid part is in it. */
  abstract: string;
  cover: string | null;
  source: string;
  trial: Bit;
  recommended: Generated<Bit>;
  /** Words of the whole body, or characters where it was last rendered before these were counted. */
  length: number;
  version: Generated<number>;
  /** People who opened it. */
  read_count: Generated<number>;
  favorite_count: Generated<number>;
  attachment_count: number;
  download_count: Generated<number>;
  /** JSON: the original as a file `{ key, fileName, contentType, bytes }`, or null. */
  document: string | null;
  created_at: string;
  updated_at: string;
  /** Since when it is not on the site: removed, hidden with its category, or never published. */
  deleted_at: string | null;
  /** Not published yet; `deleted_at` is set, too. */
  draft: Generated<Bit>;
  /** It left the site with its category, and comes back with it; `deleted_at` is set, too. */
  hidden: Generated<Bit>;
  /** Since when it is taken away by staff; `deleted_at` is set, too. */
  removed_at: Generated<string | null>;
  headings: string;
  /** Number of the headings that stand in the part that is free to all. */
  free_headings: Generated<number>;
  /** Of the whole body. */
  table_count: Generated<number>;
  picture_count: Generated<number>;
  /** The part of the body that is free to all. */
  free_html: string;
  content_html: string;
  /** Markdown; `<!--more-->` on a line of its own ends the free part. */
  content: string;
};

/** Files that go with a document. */
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

/** Pictures that the operator places; several under one key are shown in turn. */
export type ZhikuImagesTable = {
  key: string;
  position: number;
  title: string;
  href: string;
  image: string;
};

/** Text on what a right gives, shown where one decides to buy. */
export type ZhikuRightsTextsTable = {
  id: Generated<number>;
  /** Null: the right on all categories. */
  category_id: number | null;
  title: string;
  content_html: string;
  /** Markdown; empty where only the HTML of an earlier build is known. */
  content: Generated<string>;
  version: Generated<number>;
};
