import { type RawBuilder, sql } from "kysely";
import { invalidCursor } from "#upstream/call/errors";

/** Patterns of the values in a list position. */
const VALUES = { time: "\\d{4}-[\\d:.TZ-]{1,30}", id: "\\d{1,15}", count: "\\d{1,9}", text: ".+" } as const;
type Shape = readonly (keyof typeof VALUES)[];
type Values<S extends Shape> = { readonly [nth in keyof S]: S[nth] extends "id" | "count" ? number : string };

/** List position after a row, as a cursor: its values in the columns by which the list is sorted. */
export const cursorAfter = (...values: readonly (string | number)[]): string => values.join("~");

/**
 * Reads a list position with values of these kinds.
 * @returns undefined for the beginning of the list
 * @throws BusinessError INVALID_PARAMS if there is no such position
 */
export function readPosition<const S extends Shape>(cursor: string | undefined, shape: S): Values<S> | undefined {
  if (cursor === undefined) return undefined;
  const pattern = shape.map((kind) => `(${VALUES[kind]})`).join("~");
  const match = new RegExp(`^${pattern}$`, "su").exec(cursor);
  if (!match) throw invalidCursor();
  const values = shape.map((kind, nth) => {
    const value = match[nth + 1] ?? "";
    return kind === "id" || kind === "count" ? Number(value) : value;
  });
  return values as unknown as Values<S>;
}

/** SQL condition for rows after a position in a list sorted by these columns, all in one direction. */
export function beyond(
  columns: readonly string[],
  direction: "asc" | "desc",
  values: readonly (string | number)[],
): RawBuilder<boolean> {
  const sign = direction === "asc" ? sql`>` : sql`<`;
  return sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) ${sign} (${sql.join(values)})`;
}
