import type { Generated } from "kysely";

export type TagsTable = { name: string; total: Generated<number> };
