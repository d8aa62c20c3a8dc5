import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** 职业信息: facts that a member gives before buying. */
export type ZhikuProfilesTable = {
  user_id: number;
  name: string;
  company: string;
  department: string;
  position: string;
  /** Phone number of eleven digits. */
  phone: string;
  email: string;
  rejected: Generated<Bit>;
  reject_reason: Generated<string>;
  created_at: string;
  updated_at: string;
  /** Time of the review of its current state; null before. */
  reviewed_at: string | null;
};

/** Right to a category and everything below, or to all, from `from_at` (inclusive) until `until_at` (exclusive). */
export type ZhikuRightsTable = {
  id: Generated<number>;
  user_id: number;
  category_id: number | null;
  from_at: string;
  until_at: string;
  source: "order" | "redeem" | "operator";
  /** Order that granted it, whose refund ends it; each grants one. */
  order_id: number | null;
  /** Order of which it is the part that was used before the rest was postponed; null for the rest, and for all others. */
  part_of_order: Generated<number | null>;
  created_at: string;
  /** Time at which its owner was reminded of its end; null before. */
  end_told_at: Generated<string | null>;
};
