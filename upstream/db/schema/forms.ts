import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 表单: forms built by staff. */
export type FormsTable = {
  id: Generated<number>;
  title: string;
  /** Markdown; empty for forms from before migration 0018. */
  description: Generated<string>;
  description_html: string;
  /** JSON: the contract's `FormField[]`. */
  fields: string;
  opens_at: string | null;
  closes_at: string | null;
  once_per_person: Generated<Bit>;
  created_at: string;
  /** Increased by each edit. */
  version: Generated<number>;
  /** Time of the last edit; null if never edited. */
  updated_at: string | null;
  deleted_at: string | null;
};
