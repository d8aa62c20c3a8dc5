import { type KindWith, kindsWith } from "#app/contract/kinds";
import type { FeedItem } from "#app/contract/reading/home-feed";
import type { Call } from "#upstream/call/context";
import { type Shown, show } from "#upstream/call/shown";
import type { Db } from "#upstream/db/dialect";
import { articlesByIds } from "#upstream/modules/article/queries";
import { articleSummaryView } from "#upstream/modules/article/view";
import { casesByIds } from "#upstream/modules/case/queries";
import { caseSummaryView } from "#upstream/modules/case/view";
import { questionsByIds } from "#upstream/modules/question/queries";
import { questionSummaryView } from "#upstream/modules/question/view";

type Kind = KindWith<"inFeed">;
/** A feed entry by kind and id. */
export type FeedPlace = { kind: string; item_id: number };
type Loaded<Summary> = { id: number; summary: Summary }[];
type Loader<Summary> = (
  call: Call,
  ids: readonly number[],
  isPinned: (id: number) => boolean,
) => Promise<Loaded<Summary>>;
type SummaryOf<K extends Kind> = Extract<FeedItem, { kind: K }> extends Record<K, infer Summary> ? Summary : never;

const loader =
  <Row extends { id: number }, Summary>(
    rowsOf: (db: Db, ids: readonly number[]) => Promise<Row[]>,
    view: (row: Row & { pinned?: boolean }) => Shown<Summary>,
  ): Loader<Summary> =>
  async (call, ids, isPinned) =>
    (await rowsOf(call.db, ids)).map((row) => ({
      id: row.id,
      summary: show(call, view(isPinned(row.id) ? { ...row, pinned: true } : row)),
    }));

const LOADERS: { [K in Kind]: Loader<SummaryOf<K>> } = {
  question: loader(questionsByIds, questionSummaryView),
  article: loader(articlesByIds, articleSummaryView),
  case: loader(casesByIds, caseSummaryView),
};

/**
 * Feed entries with everything lists show, by `kind/id`; at most two statements per kind. @param pinned which of them
 * are pinned
 */
export async function feedItems(
  call: Call,
  entries: readonly FeedPlace[],
  pinned: readonly FeedPlace[] = [],
): Promise<Map<string, FeedItem>> {
  const idsIn = (places: readonly FeedPlace[], kind: Kind) =>
    places.flatMap((place) => (place.kind === kind ? [place.item_id] : []));
  const loaded = await Promise.all(
    kindsWith("inFeed").map(async (kind) => {
      const above = idsIn(pinned, kind);
      const load: Loader<unknown> = LOADERS[kind];
      const things = await load(call, idsIn(entries, kind), (id) => above.includes(id));
      return things.map(({ id, summary }) => [`${kind}/${id}`, { kind, [kind]: summary } as FeedItem] as const);
    }),
  );
  return new Map(loaded.flat());
}
