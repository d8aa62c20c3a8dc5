import type { Generated } from "kysely";

/** Texts of the site by key; pages have rendered HTML beside their Markdown. */
export type SiteTextsTable = {
  key: string;
  title: string;
  content: string;
  content_html: string | null;
  updated_at: string;
  /** Increased by every change, to detect concurrent ones. */
  version: Generated<number>;
};
