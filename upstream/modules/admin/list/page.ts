/** One page of a list; `nextCursor` is null at the end. */
type Page<Row> = { list: Row[]; nextCursor: string | null };

/** Returns a page of rows that were read up to one more than `limit`. */
export function pageOf<Row>(rows: readonly Row[], limit: number, cursorAt: (row: Row) => string): Page<Row> {
  const list = rows.slice(0, limit);
  const last = list.at(-1);
  return { list, nextCursor: rows.length > limit && last !== undefined ? cursorAt(last) : null };
}
