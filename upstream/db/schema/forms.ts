import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 表单: fields that people fill in, built by staff. */
export type FormsTable = {
  id: Generated<number>;
  title: string;
  /** Markdown; empty for forms of before version 0018. */
  description: Generated<string>;
  description_html: string;
  /** JSON: the contract's `FormField[]`. */
  fields: string;
  opens_at: string | null;
  closes_at: string | null;
  once_per_person: Generated<Bit>;
  created_at: string;
  /** Raised by each change of its writers. */
  version: Generated<number>;
  /** Null while it is as it was made. */
  updated_at: string | null;
  deleted_at: string | null;
};
