import type { Selectable } from "kysely";
import type { Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { addToLists, moveInLists, removeFromLists } from "#upstream/db/lists/site-lists";
import type { ZhikuAttachmentsTable, ZhikuContentsTable } from "#upstream/db/schema/zhiku-catalogue";
import { bump } from "#upstream/db/versions";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { type CutBodies, putIntoZhikuSearch, removeFromZhikuSearch } from "#upstream/modules/zhiku/search/entries";
import { updateAtVersion } from "#upstream/policy/update-at-version";
import { markUsed } from "#upstream/services/storage/file-keys";
import { type KeptFile, keepFiles } from "./attachments";
import { listsOf } from "./lists";
import { putContentsOnSite, takeContentsOff } from "./on-site";
import { type RenderedContent, writtenColumns } from "./write";

type Content = Selectable<ZhikuContentsTable>;

/** A document for editing, in any state; undefined if there is none. */
export const findEditedContent = (db: Db, id: number): Promise<Content | undefined> =>
  db.selectFrom("zhiku_contents").selectAll().where("id", "=", id).executeTakeFirst();

/** Files of a document in order, without its original. */
export const filesOf = (db: Db, id: number): Promise<Selectable<ZhikuAttachmentsTable>[]> =>
  db
    .selectFrom("zhiku_attachments")
    .selectAll()
    .where("content_id", "=", id)
    .orderBy("position")
    .orderBy("id")
    .execute();

type Change = {
  /** Category tree from `lockedTree`. */
  tree: CategoryTree;
  /** Current row of the document. */
  before: Content;
  /** Version of the document that was read. */
  version: number;
  ready: Omit<RenderedContent, "attachments"> & { attachments: readonly KeptFile[] };
  /** Segmented bodies, if prepared before. */
  cut?: CutBodies | undefined;
  /** Whether the document is restored together with its category. */
  hidden: Content["hidden"];
  updatedAt: string;
};

/**
 * Updates a document if it still has the given version, with its lists, search entry and caches.
 * @throws BusinessError CONFLICT
 */
export async function updateContent(trx: Db, services: Pick<Services, "search">, change: Change): Promise<void> {
  const { tree, before, version, ready, cut, hidden, updatedAt } = change;
  const { id } = before;
  const { createdAt } = ready;
  await markUsed(trx, [ready.content, ready.rendered.html, ready.cover?.url ?? ""]);
  const columns = { ...writtenColumns(ready), created_at: createdAt, updated_at: updatedAt, hidden };
  await updateAtVersion(trx, "zhiku_contents", { id, version }, columns);
  await keepFiles(trx, id, ready.attachments);
  if (before.deleted_at === null) {
    const place = { categoryId: before.category_id, type: before.type };
    await relist(trx, id, {
      were: { lists: listsOf(tree, place), createdAt: before.created_at },
      are: { lists: listsOf(tree, ready), createdAt },
    });
    await removeFromZhikuSearch(trx, services, { id, ...place });
    await putIntoZhikuSearch(trx, services, { id, ...ready, plain: ready.rendered.plain }, cut);
  }
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
}

type Listed = { lists: readonly string[]; createdAt: string };

async function relist(trx: Db, id: number, { were, are }: { were: Listed; are: Listed }): Promise<void> {
  if (were.createdAt === are.createdAt) {
    const joined = are.lists.filter((list) => !were.lists.includes(list));
    const left = were.lists.filter((list) => !are.lists.includes(list));
    return moveInLists(trx, { joined, left }, { createdAt: are.createdAt, id });
  }
  await removeFromLists(trx, were.lists, { createdAt: were.createdAt, id });
  await addToLists(trx, are.lists, { createdAt: are.createdAt, id });
}

/** Columns that determine whether a document is public, and since when. */
const PLACE = ["deleted_at", "removed_at", "draft", "hidden", "created_at", "updated_at"] as const;
export type ContentPlace = Pick<Content, (typeof PLACE)[number]>;

/** Publication state from a row. */
export const placeOf = (row: ContentPlace): ContentPlace =>
  Object.fromEntries(PLACE.map((column) => [column, row[column]])) as ContentPlace;

type Move = {
  tree: CategoryTree;
  id: number;
  from: Partial<ContentPlace>;
  to: Partial<ContentPlace>;
  /** Segmented bodies, if prepared before. */
  cut?: CutBodies | undefined;
};

/**
 * Changes the publication state of a document.
 * @param from the state that it must have
 * @throws BusinessError CONFLICT if it is in another state, or its category is hidden
 */
export async function moveContent(
  trx: Db,
  services: Pick<Services, "search" | "markdown">,
  { tree, id, from, to, cut }: Move,
): Promise<void> {
  const row = found(await findEditedContent(trx, id));
  for (const column of PLACE) {
    if (column in from && row[column] !== from[column]) {
      throw new BusinessError("CONFLICT", "它的状态刚刚变了，请看过再试");
    }
  }
  const { deleted_at, created_at: createdAt } = to;
  if (row.deleted_at === null && typeof deleted_at === "string") {
    await takeContentsOff(trx, services, { tree, ids: [id], at: deleted_at });
  } else if (row.deleted_at !== null && deleted_at === null) {
    await putContentsOnSite(trx, services, { tree, ids: [id], cut, ...(createdAt === undefined ? {} : { createdAt }) });
  }
  await trx.updateTable("zhiku_contents").set(to).where("id", "=", id).execute();
  await bump(trx, ["zhiku-contents", `zhiku/${id}`]);
}

/** Tables with people's traces of a document. */
const TRACES = ["zhiku_favorites", "zhiku_journeys", "zhiku_readings", "zhiku_downloads"] as const;

/** Whether somebody has read, favorited or downloaded a document. */
export async function isKnown(trx: Db, id: number): Promise<boolean> {
  for (const table of TRACES) {
    if (await trx.selectFrom(table).select("content_id").where("content_id", "=", id).limit(1).executeTakeFirst()) {
      return true;
    }
  }
  return false;
}

/** Deletes an unpublished document's row that has no traces. */
export async function deleteContent(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom("zhiku_attachments").where("content_id", "=", id).execute();
  await trx.deleteFrom("zhiku_contents").where("id", "=", id).execute();
}
