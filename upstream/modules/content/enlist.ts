import { hasTrait } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { moveInLists, moveManyInLists } from "#upstream/db/lists/site-lists";
import { cardKeys, countUsers, type UserCount } from "#upstream/db/lists/user-counters";
import { toJson } from "#upstream/db/schema/columns";
import { STORED } from "#upstream/db/stored-kinds";
import { bump, keysOf } from "#upstream/db/versions";
import type { SearchEntry } from "#upstream/services/search/search";
import { moveInClassifications } from "./classifications";
import { addToFeed, removeFromFeed } from "./feed";
import { classificationOf, countsOf, hotOf, type Listed, listKeyOf, listsOf, tagsOf } from "./listed";
import { changeTaggings, currentlyFor, type Retagging } from "./taggings";
import { placedKeys } from "./version-keys";

/** A stored thing with the words that the search finds it by; none for kinds that are not searchable. */
export type Enlisted = Listed & {
  /** Plain text; `title` is empty for things shown under another thing's title. */
  words?: Pick<SearchEntry, "title" | "body" | "cut">;
};

/**
 * Adds new or restored things to everything that is stored besides their rows (counters, lists, tags, feed, search);
 * many things cost hardly more statements than one. Locks are always taken in the same order, so that two transactions
 * never deadlock: people, classifications, tags, feed, lists, search, and versions last. Things must come after the
 * things they belong to. Tags that were merged or hidden since the text was written are updated in the rows.
 * @param people changes of counters of people other than the authors
 */
export async function enlist(
  trx: Db,
  { search }: Pick<Services, "search">,
  written: readonly Enlisted[],
  people: readonly UserCount[] = [],
): Promise<void> {
  const things = await withCurrentTags(trx, written);
  const counts = [...people, ...things.flatMap((thing) => countsOf(thing, 1))];
  await countUsers(trx, counts);
  await moveInClassifications(
    trx,
    things.map((thing) => ({ from: null, to: classificationOf(thing) })),
  );
  await changeTaggings(
    trx,
    things.flatMap((thing) => retagging(thing, [], tagsOf(thing))),
  );
  await addToFeed(
    trx,
    things.flatMap((thing) => {
      const { kind } = thing;
      return hasTrait(kind, "inFeed") ? { kind, ...listKeyOf(thing), hot: hotOf(thing) } : [];
    }),
  );
  await moveManyInLists(
    trx,
    things.flatMap((thing) => listsOf(thing).map((list) => ({ list, by: 1 as const, key: listKeyOf(thing) }))),
  );
  await index(trx, search, things);
  await bumpShown(trx, things, counts);
}

/**
 * Removes deleted things from everything that `enlist` adds them to, in the same order.
 * @param people changes of counters of people other than the authors
 */
export async function delist(
  trx: Db,
  { search }: Pick<Services, "search">,
  things: readonly Listed[],
  people: readonly UserCount[] = [],
): Promise<void> {
  const counts = [...people, ...things.flatMap((thing) => countsOf(thing, -1))];
  await countUsers(trx, counts);
  await moveInClassifications(
    trx,
    things.map((thing) => ({ from: classificationOf(thing), to: null })),
  );
  await changeTaggings(
    trx,
    things.flatMap((thing) => retagging(thing, tagsOf(thing), [])),
  );
  for (const { kind, row } of things) if (hasTrait(kind, "inFeed")) await removeFromFeed(trx, kind, row.id);
  await moveManyInLists(
    trx,
    things.flatMap((thing) => listsOf(thing).map((list) => ({ list, by: -1 as const, key: listKeyOf(thing) }))),
  );
  for (const { kind, row } of things) if (hasTrait(kind, "searchable")) await search.remove(trx, kind, row.id);
  await bumpShown(trx, things, counts);
}

/**
 * Updates the entries of a thing whose text, tags or classification changed, in the same order.
 * @param before the row's previous values
 */
export async function relist(
  trx: Db,
  { search }: Pick<Services, "search">,
  thing: Enlisted,
  before: { tags?: string; classification_id?: number | null } = {},
): Promise<void> {
  const old = { ...thing, row: { ...thing.row, ...before } } as Listed;
  await moveInClassifications(trx, [{ from: classificationOf(old), to: classificationOf(thing) }]);
  await changeTaggings(trx, retagging(thing, tagsOf(old), tagsOf(thing)));
  const [now, then] = [listsOf(thing), listsOf(old)];
  const joined = now.filter((list) => !then.includes(list));
  const left = then.filter((list) => !now.includes(list));
  await moveInLists(trx, { joined, left }, listKeyOf(thing));
  await index(trx, search, [thing]);
  await bumpShown(trx, [thing], []);
}

async function withCurrentTags(trx: Db, things: readonly Enlisted[]): Promise<Enlisted[]> {
  const currently = await currentlyFor(trx, [...new Set(things.flatMap(tagsOf))]);
  const current: Enlisted[] = [];
  for (const thing of things) {
    const { kind, row } = thing;
    const own = tagsOf(thing);
    const tags = toJson(currently(own));
    if (own.length === 0 || tags === toJson(own)) {
      current.push(thing);
      continue;
    }
    await trx.updateTable(STORED[kind].table).set({ tags }).where("id", "=", row.id).execute();
    current.push({ ...thing, row: { ...row, tags } } as Enlisted);
  }
  return current;
}

function retagging(thing: Listed, before: readonly string[], now: readonly string[]): Retagging[] {
  const { kind } = thing;
  return hasTrait(kind, "tagged") ? [{ kind, key: listKeyOf(thing), before, now }] : [];
}

async function index(trx: Db, search: Services["search"], things: readonly Enlisted[]): Promise<void> {
  const entries = things.flatMap(({ kind, row, words }): SearchEntry[] => {
    if (!hasTrait(kind, "searchable") || !words) return [];
    const place = "question_id" in row ? { questionId: row.question_id } : {};
    return [{ kind, id: row.id, createdAt: row.created_at, ...words, ...place }];
  });
  await search.put(trx, entries);
}

async function bumpShown(trx: Db, things: readonly Listed[], counts: readonly UserCount[]): Promise<void> {
  const people = counts.map(({ userId }) => userId);
  const searched = things.some(({ kind }) => hasTrait(kind, "searchable")) ? (["search"] as const) : [];
  await bump(trx, [
    ...things.flatMap(({ kind, row }) => placedKeys(kind, row)),
    ...searched,
    ...keysOf("profile", people),
    ...counts.flatMap(cardKeys),
  ]);
}
