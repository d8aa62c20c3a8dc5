import { type RawBuilder, sql } from "kysely";
import { toJson } from "#upstream/db/schema/columns";

/** SQL condition: a column with a JSON array of texts has one of them, in this case (`like` of SQLite ignores case). */
export const jsonListHas = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`replace(${sql.ref(column)}, ${toJson(text)}, '') <> ${sql.ref(column)}`;
