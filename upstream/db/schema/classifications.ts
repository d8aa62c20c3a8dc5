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
  /** Nobody is offered it since then, and readers hear nothing of it; what is in it stays there. */
  hidden_at: Generated<string | null>;
  version: Generated<number>;
};
