import type { ColumnDefinitionBuilder, CreateTableBuilder } from "kysely";
import type { Connection } from "./dialect";

/** How a migration learns which database it runs on. */
export type DialectKind = Connection["kind"];

/** An integer primary key that the database numbers, never reusing a number. */
export function withId<T extends string>(table: CreateTableBuilder<T>, kind: DialectKind) {
  return kind === "sqlite"
    ? table.addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    : table.addColumn("id", "bigint", (column) => column.primaryKey().generatedByDefaultAsIdentity());
}

export const required = (column: ColumnDefinitionBuilder) => column.notNull();
export const counter = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
export const emptyText = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

/** JSON as text, the same in both databases. */
export function fromJson<T>(value: string): T {
  return JSON.parse(value) as T;
}
export const toJson = (value: unknown): string => JSON.stringify(value);

/** Booleans are 0 and 1 in both databases. */
export type Bit = 0 | 1;
export const toBit = (value: boolean): Bit => (value ? 1 : 0);
