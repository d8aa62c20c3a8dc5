import type { Image } from "#app/contract/common";

/** Parses a JSON column, which is text in both databases. */
export function fromJson<T>(value: string): T {
  return JSON.parse(value) as T;
}
/** Parses a column with a picture. */
export const imageFrom = (column: string | null): Image | null => (column === null ? null : fromJson<Image>(column));
/** Serializes a value for a JSON column. */
export const toJson = (value: unknown): string => JSON.stringify(value);

/** Booleans are stored as 0 and 1 in both databases. */
export type Bit = 0 | 1;
/** Converts a boolean for a column. */
export const toBit = (value: boolean): Bit => (value ? 1 : 0);
