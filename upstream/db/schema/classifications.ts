import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

/** 分类: groups of articles and of cases. */
export type ClassificationsTable = {
  id: Generated<number>;
  kind: KindWith<"classified">;
  slug: string;
  name: string;
  position: number;
  total: Generated<number>;
  /** Time since which it is not offered or shown to readers, while its contents stay in it; null if it is visible. */
  hidden_at: Generated<string | null>;
  version: Generated<number>;
};
