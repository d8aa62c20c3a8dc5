import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 职业信息: facts that a member gives before buying. */
export type ZhikuProfilesTable = {
  user_id: number;
  name: string;
  company: string;
  department: string;
  position: string;
  /** Eleven digits. */
  phone: string;
  email: string;
  rejected: Generated<Bit>;
  reject_reason: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Null until the operator has looked at it as it is now. */
  reviewed_at: string | null;
};

/** Opens a category with all below it, or all of them, from `from_at` (included) until `until_at` (not included). */
export type ZhikuRightsTable = {
  id: Generated<number>;
  user_id: number;
  category_id: number | null;
  from_at: string;
  until_at: string;
  source: "order" | "redeem" | "operator";
  order_id: number | null;
  created_at: string;
  /** Time at which its owner was told that it is about to end; null before. */
  end_told_at: Generated<string | null>;
};
