import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** Files in the object store. */
export type ObjectsTable = {
  key: string;
  owner_id: number | null;
  file_name: string;
  content_type: string;
  bytes: number;
  /** Size in pixels; 0 if it is not an image. */
  width: Generated<number>;
  height: Generated<number>;
  confirmed: Generated<Bit>;
  created_at: string;
  /** Time at which a sweep first found no use of it; null while it is in use. */
  unused_since: Generated<string | null>;
};
