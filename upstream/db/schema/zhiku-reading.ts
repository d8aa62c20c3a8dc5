import type { Generated } from "kysely";

/** Documents that members have favorited. */
export type ZhikuFavoritesTable = { user_id: number; content_id: number; created_at: string };

/** One row for each time somebody opened a document. */
export type ZhikuJourneysTable = {
  id: Generated<number>;
  user_id: number;
  content_id: number;
  /** Device as in `X-Device`; informational only. */
  device: string;
  percent: Generated<number>;
  opened_at: string;
  updated_at: string;
};

/** Reading position of a person in a document; one row each, which is their history. */
export type ZhikuReadingsTable = {
  user_id: number;
  content_id: number;
  percent: number;
  anchor: string | null;
  version: number;
  read_at: string;
};

/** Downloads of files by members. */
export type ZhikuDownloadsTable = {
  id: Generated<number>;
  user_id: number;
  content_id: number;
  /** Attachment; null for the document's original. */
  attachment_id: number | null;
  use: "preview" | "download";
  address: string;
  created_at: string;
};

/** Members' searches in zhiku. */
export type ZhikuSearchesTable = { user_id: number; q: string; searched_at: string };
