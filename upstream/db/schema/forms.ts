import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

export type FormsTable = {
  id: Generated<number>;
  title: string;
  description_html: string;
  /** JSON: the contract's `FormField[]`. */
  fields: string;
  opens_at: string | null;
  closes_at: string | null;
  once_per_person: Generated<Bit>;
  created_at: string;
  deleted_at: string | null;
};
