import type { VersionKey } from "#upstream/db/versions";
import type { Call } from "./context";

/** Data that a view made of a row, with the version keys of everything else it shows; `show` separates them. */
export type Shown<T> = { data: T; keys: readonly VersionKey[] };

/** Returns a view's data and records its dependencies on the call. */
export function show<T>({ dependsOn }: Pick<Call, "dependsOn">, { data, keys }: Shown<T>): T {
  dependsOn(...keys);
  return data;
}

/** Builds one page of a list as the contract defines it, and records each row's dependencies on the call. */
export function showPage<Row, T>(
  call: Pick<Call, "dependsOn">,
  { page, pageSize }: { page: number; pageSize: number },
  { total, rows }: { total: number; rows: readonly Row[] },
  view: (row: Row) => Shown<T>,
): { list: T[]; total: number; page: number; pageSize: number } {
  return { list: rows.map((row) => show(call, view(row))), total, page, pageSize };
}
