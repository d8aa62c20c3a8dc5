import type { ColumnDefinitionBuilder, CreateTableBuilder } from "kysely";
import type { Connection } from "#upstream/db/dialect";

/** Way in which a migration learns which database it runs on. */
export type DialectKind = Connection["kind"];

/** An integer primary key that the database numbers, never reusing a number. */
export function withId<T extends string>(table: CreateTableBuilder<T>, kind: DialectKind) {
  return kind === "sqlite"
    ? table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    : table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity());
}

/** Column that is never null. */
export const required = (column: ColumnDefinitionBuilder) => column.notNull();
/** Count that begins at 0. */
export const counter = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
/** Text that is empty unless said otherwise. */
export const emptyText = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");
