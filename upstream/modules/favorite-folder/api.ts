import { sql } from "kysely";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import type { Call } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import type { Db } from "#upstream/db/dialect";
import { STORED } from "#upstream/db/stored-kinds";
import { answersByIds } from "#upstream/modules/answer/queries";
import { answerSummaryView } from "#upstream/modules/answer/view";
import { partsOff } from "#upstream/modules/config/parts-off";
import { listFavorites } from "#upstream/modules/favorites/list-favorites";
import { refuseWords } from "#upstream/modules/moderation/refuse-words";
import { questionsByIds } from "#upstream/modules/question/queries";
import { questionSummaryView } from "#upstream/modules/question/view";
import { limitedWrite } from "#upstream/policy/limited-write";
import { folderItems } from "./items";
import { findFolder, foldersOf, folderView, type Looking, placesIn } from "./queries";
import { createFolder, isFavorite, placesOf, putIntoFolders, removeFolder, updateFolder } from "./write";

export const favoriteFolder = implement(favoriteFolderApi, {
  questionList: listFavorites("question", questionsByIds, questionSummaryView),
  answerList: listFavorites("answer", answersByIds, answerSummaryView),

  async list({ query: { userId } }, call) {
    call.dependsOn(`profile/${userId}`, `user/${userId}`);
    return (await foldersOf(call.db, userId, await lookingBy(call, userId))).map(folderView);
  },

  async get({ params, query }, call) {
    const looking = await lookingBy(call);
    const row = found(await findFolder(call.db, params.id, looking));
    call.dependsOn(`profile/${row.user_id}`, `user/${row.user_id}`);
    const mine = call.viewer?.userId === row.user_id;
    if (!mine && row.shown === 0) throw new BusinessError("NOT_FOUND");
    const folder = { ...folderView(row), userId: row.user_id };
    const list = await folderItems(call, await placesIn(call.db, row, looking, query), looking.kinds);
    return { folder, list, total: folder.count, page: query.page, pageSize: query.pageSize };
  },

  async create({ body }, call) {
    await refuseWords(call, { name: [body.name] });
    return limitedWrite(call, "manage", (trx, userId) => createFolder(trx, call, { userId, ...body }));
  },

  async update({ body }, call) {
    await refuseWords(call, { name: [body.name] });
    return limitedWrite(call, "manage", async (trx, userId) => {
      await updateFolder(trx, { userId, ...body });
      return null;
    });
  },

  remove: ({ body }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await removeFolder(trx, { userId, ...body });
      return null;
    }),

  async places({ query }, { db, viewer: { userId } }) {
    const target = { userId, ...query };
    const favorited = await isFavorite(db, target);
    const title = await titleOf(db, query, favorited);
    return { title, favorited, folderIds: await placesOf(db, target) };
  },

  put: ({ body }, call) =>
    limitedWrite(call, "react", async (trx, userId) => {
      await putIntoFolders(trx, call, { userId, ...body });
      return { folderIds: await placesOf(trx, { userId, ...body }) };
    }),
});

/**
 * Reader of folders in a call, with the kinds that the site has. What others than the owner count and list changes
 * whenever something is deleted or restored.
 * @param countedBy owner of folders that are only counted, who counts deleted things as well
 */
async function lookingBy(call: Call, countedBy?: number): Promise<Looking> {
  const kinds = kindsHere(kindsWith("favoritable"), await partsOff(call));
  const viewerId = call.viewer?.userId ?? null;
  if (viewerId === null || viewerId !== countedBy) call.dependsOn(...kinds.map((kind) => STORED[kind].table));
  return { viewerId, kinds };
}

/** Title of a thing. @throws BusinessError NOT_FOUND if it does not exist, or is deleted without `orDeleted` */
async function titleOf(
  db: Db,
  { targetKind, targetId }: { targetKind: KindWith<"favoritable">; targetId: number },
  orDeleted: boolean,
): Promise<string> {
  const { table, named } = STORED[targetKind];
  const { rows } = await sql<{ title: string; deleted_at: string | null }>`select ${sql.ref(named)} as title, deleted_at
    from ${sql.table(table)} where id = ${targetId}`.execute(db);
  const { title, deleted_at } = found(rows[0]);
  if (deleted_at === null) return title;
  if (!orDeleted) throw new BusinessError("NOT_FOUND");
  return "已删除的内容";
}
