import type { KindWith } from "#app/contract/kinds";
import type { FolderItem } from "#app/contract/reading/favorite-folder";
import type { Call } from "#upstream/call/context";
import { show } from "#upstream/call/shown";
import { answersByIds } from "#upstream/modules/answer/queries";
import { answerSummaryView } from "#upstream/modules/answer/view";
import { feedItems } from "#upstream/modules/home-feed/entries";

type FavoriteTarget = { target_kind: KindWith<"favoritable">; target_id: number };

/**
 * A folder's things as lists show them, in its order; at most two statements per kind. Deleted ones, and those of kinds
 * that the site does not have now, are only named; others than the owner don't get them.
 */
export async function folderItems(
  call: Call,
  all: readonly FavoriteTarget[],
  kinds: readonly FavoriteTarget["target_kind"][],
): Promise<FolderItem[]> {
  const places = all.filter((place) => kinds.includes(place.target_kind));
  const answerIds = places.flatMap((place) => (place.target_kind === "answer" ? [place.target_id] : []));
  const [items, rows] = await Promise.all([
    feedItems(
      call,
      places.map(({ target_kind, target_id }) => ({ kind: target_kind, item_id: target_id })),
    ),
    answersByIds(call.db, answerIds),
  ]);
  const answers = new Map(rows.map((row) => [row.id, show(call, answerSummaryView(row))]));
  return all.map(({ target_kind, target_id }): FolderItem => {
    const answer = target_kind === "answer" && answers.get(target_id);
    if (answer) return { kind: "answer", answer };
    const item = items.get(`${target_kind}/${target_id}`);
    if (item) return item;
    const kind = kinds.includes(target_kind) ? "gone" : "off";
    return { kind, targetKind: target_kind, targetId: target_id };
  });
}
