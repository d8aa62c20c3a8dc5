import type { Generated } from "kysely";

export type ClassificationsTable = {
  id: Generated<number>;
  kind: "article" | "case";
  slug: string;
  name: string;
  position: number;
  total: Generated<number>;
};
