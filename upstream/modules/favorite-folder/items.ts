import type { KindWith } from "#app/contract/kinds";
import type { FolderItem } from "#app/contract/reading/favorite-folder";
import type { Call } from "#upstream/call/context";
import { show } from "#upstream/call/shown";
import { answersByIds } from "#upstream/modules/answer/queries";
import { answerSummaryView } from "#upstream/modules/answer/view";
import { feedItems } from "#upstream/modules/home-feed/entries";

type FavoriteTarget = { target_kind: KindWith<"favoritable">; target_id: number };

/**
 * A folder's things as lists show them, in its order; at most two statements per kind.
 * @param mine whether to include deleted things, which only the owner sees
 */
export async function folderItems(call: Call, places: readonly FavoriteTarget[], mine: boolean): Promise<FolderItem[]> {
  const answerIds = places.flatMap((place) => (place.target_kind === "answer" ? [place.target_id] : []));
  const [items, rows] = await Promise.all([
    feedItems(
      call,
      places.map(({ target_kind, target_id }) => ({ kind: target_kind, item_id: target_id })),
    ),
    answersByIds(call.db, answerIds),
  ]);
  const answers = new Map(rows.map((row) => [row.id, show(call, answerSummaryView(row))]));
  return places.flatMap(({ target_kind, target_id }): FolderItem[] => {
    const answer = target_kind === "answer" && answers.get(target_id);
    if (answer) return [{ kind: "answer", answer }];
    const item = items.get(`${target_kind}/${target_id}`);
    if (item) return [item];
    return mine ? [{ kind: "gone", targetKind: target_kind, targetId: target_id }] : [];
  });
}
