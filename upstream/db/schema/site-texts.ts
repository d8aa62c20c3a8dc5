import type { Generated } from "kysely";

/** Texts of the site by key; pages have rendered HTML beside their Markdown. */
export type SiteTextsTable = {
  key: string;
  title: string;
  content: string;
  content_html: string | null;
  updated_at: string;
  /** Goes up with every change, so that of two who change it at once the second is told. */
  version: Generated<number>;
};
