/** JSON as text, the same in both databases. */
export function fromJson<T>(value: string): T {
  return JSON.parse(value) as T;
}
/** Value as a column of JSON text holds it. */
export const toJson = (value: unknown): string => JSON.stringify(value);

/** Booleans are 0 and 1 in both databases. */
export type Bit = 0 | 1;
/** Boolean as a column holds it. */
export const toBit = (value: boolean): Bit => (value ? 1 : 0);
