import type { VersionKey } from "#upstream/db/versions";
import type { Call } from "./context";

/** Data that a view made of a row, with the keys of all that it shows of other things; `show` takes them apart. */
export type Shown<T> = { data: T; keys: readonly VersionKey[] };

/** Takes the data of a reply from what a view made; the call notes what they depend on. */
export function show<T>({ dependsOn }: Pick<Call, "dependsOn">, { data, keys }: Shown<T>): T {
  dependsOn(...keys);
  return data;
}

/** Makes one page of a list as the contract has it; the call notes what each of its rows depends on. */
export function showPage<Row, T>(
  call: Pick<Call, "dependsOn">,
  { page, pageSize }: { page: number; pageSize: number },
  { total, rows }: { total: number; rows: readonly Row[] },
  view: (row: Row) => Shown<T>,
): { list: T[]; total: number; page: number; pageSize: number } {
  return { list: rows.map((row) => show(call, view(row))), total, page, pageSize };
}
