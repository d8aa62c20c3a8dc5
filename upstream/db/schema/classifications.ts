import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";

export type ClassificationsTable = {
  id: Generated<number>;
  kind: KindWith<"classified">;
  slug: string;
  name: string;
  position: number;
  total: Generated<number>;
};
