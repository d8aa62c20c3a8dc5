import { hasTrait, type Kind, type KindWith } from "#app/contract/kinds";
import type { ListKey } from "#upstream/db/lists/site-lists";
import type { UserCount } from "#upstream/db/lists/user-counters";
import { fromJson } from "#upstream/db/schema/columns";
import { type STORED, storedAs } from "#upstream/db/stored-kinds";
import { tagLists } from "./taggings";

type Stored<K extends Kind> = (typeof STORED)[K];

/**
 * Columns of a row that determine its lists, counters, tags and feed entry, according to its kind's traits and
 * `STORED`.
 */
export type ListedRow<K extends Kind> = { id: number; created_at: string } & (K extends KindWith<"owned">
  ? { author_id: number }
  : unknown) &
  (K extends KindWith<"tagged"> ? { tags: string } : unknown) &
  (K extends KindWith<"classified"> ? { classification_id: number | null } : unknown) &
  (K extends KindWith<"inFeed"> ? { hot: number } : unknown) &
  (Stored<K> extends { liked: infer C extends string } ? Record<C, number> : unknown) &
  (Stored<K> extends { under: { column: infer C extends string } } ? Record<C, number> : unknown) &
  (Stored<K> extends { receiver: { column: infer C extends string } } ? Record<C, number | null> : unknown) &
  (Stored<K> extends { lists: readonly { column: infer C extends string }[] } ? Record<C, number> : unknown);

/** A stored thing with the columns of `ListedRow`. */
export type Listed = { [K in Kind]: { kind: K; row: ListedRow<K> } }[Kind];

/** Row of any kind, possibly with columns of other kinds. */
type AnyRow = { id: number; created_at: string } & Partial<
  Omit<ListedRow<"question"> & ListedRow<"answer"> & ListedRow<"article"> & ListedRow<"comment">, "id" | "created_at">
>;

/** Names of the columns of `ListedRow`. */
export function listedRowColumns(kind: Kind): string[] {
  const { liked, under, receiver, lists = [] } = storedAs(kind);
  return [
    "id",
    "created_at",
    ...(hasTrait(kind, "owned") ? ["author_id"] : []),
    ...(hasTrait(kind, "tagged") ? ["tags"] : []),
    ...(hasTrait(kind, "classified") ? ["classification_id"] : []),
    ...(hasTrait(kind, "inFeed") ? ["hot"] : []),
    ...(liked ? [liked] : []),
    ...(under ? [under.column] : []),
    ...(receiver ? [receiver.column] : []),
    ...lists.map(({ column }) => column),
  ];
}

/** Key of a thing in the lists it is in. */
export const listKeyOf = ({ row }: Listed): ListKey => ({ createdAt: row.created_at, id: row.id });

/** Classification of a thing; null if none, or if its kind has none. */
export const classificationOf = ({ row }: Listed): number | null => (row as AnyRow).classification_id ?? null;

/** 热门 rank of a thing; 0 for kinds without. */
export const hotOf = ({ row }: Listed): number => (row as AnyRow).hot ?? 0;

/** Tags of a thing. */
export function tagsOf({ kind, row }: Listed): string[] {
  const { tags }: AnyRow = row;
  return hasTrait(kind, "tagged") && tags !== undefined ? fromJson<string[]>(tags) : [];
}

/** Lists of the site that a thing is in. */
export function listsOf(thing: Listed): string[] {
  const { kind } = thing;
  if (!hasTrait(kind, "listed")) return [];
  const columns: AnyRow = thing.row;
  const classification = classificationOf(thing);
  const some = storedAs(kind).lists ?? [];
  return [
    kind,
    ...(hasTrait(kind, "inFeed") ? ["feed"] : []),
    ...(classification === null ? [] : [`${kind}/class/${classification}`]),
    ...some.filter(({ column, value }) => columns[column] === value).map(({ name }) => name),
    ...(hasTrait(kind, "tagged") ? tagLists({ kind, tags: tagsOf(thing) }) : []),
  ];
}

/**
 * Changes of people's counters when a thing appears (1) or disappears (-1): its author's, and those of people it is
 * addressed to.
 */
export function countsOf(thing: Listed, by: 1 | -1): UserCount[] {
  const { kind } = thing;
  if (!hasTrait(kind, "owned")) return [];
  const columns: AnyRow = thing.row;
  const userId = columns.author_id ?? null;
  const { liked, receiver } = storedAs(kind);
  const key = listKeyOf(thing);
  return [
    { userId, counter: `${kind}_count`, by, key },
    ...(receiver ? [{ userId: columns[receiver.column] ?? null, counter: receiver.counter, by, key }] : []),
    ...(liked ? [{ userId, counter: "liked_count" as const, by: by * (columns[liked] ?? 0) }] : []),
  ];
}
