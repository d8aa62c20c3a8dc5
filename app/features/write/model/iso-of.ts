/** Milliseconds since 1970 as ISO 8601. */
export const isoOf = (time: number): string => new Date(time).toISOString();
