import type { Generated } from "kysely";

/** Documents that members keep. */
export type ZhikuFavoritesTable = { user_id: number; content_id: number; created_at: string };

/** One row for each time that somebody opened a content. */
export type ZhikuJourneysTable = {
  id: Generated<number>;
  user_id: number;
  content_id: number;
  /** As `X-Device` says; for the owner to recognise, never trusted. */
  device: string;
  percent: Generated<number>;
  opened_at: string;
  updated_at: string;
};

/** Place of a person in a content; one row each, which is their history. */
export type ZhikuReadingsTable = {
  user_id: number;
  content_id: number;
  percent: number;
  anchor: string | null;
  version: number;
  read_at: string;
};

/** Downloads of files, each by its member. */
export type ZhikuDownloadsTable = {
  id: Generated<number>;
  user_id: number;
  content_id: number;
  /** Null for the document itself. */
  attachment_id: number | null;
  use: "preview" | "download";
  address: string;
  created_at: string;
};

/** Words that members searched zhiku for. */
export type ZhikuSearchesTable = { user_id: number; q: string; searched_at: string };
