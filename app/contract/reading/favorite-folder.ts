import { z } from "zod";
import { authorPageQuery, count, id, idParams, nothing, paged, pageQuery, text, time } from "#app/contract/common";
import { answerSummary } from "#app/contract/content/answer";
import { questionSummary } from "#app/contract/content/question";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith, namesOf } from "#app/contract/kinds";
import { FOLDER_NAME_MAX, FOLDERS_MAX } from "#app/contract/limits";
import { decimal } from "#app/contract/text/decimal";
import { favoriteTarget } from "./favorites";
import { feedItem } from "./home-feed";

/** A folder of a member's favorites. */
export const favoriteFolder = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether others may see it. */
  shown: z.boolean(),
  /** Number of favorites in it that the viewer sees; its owner's includes deleted items until they are removed from it. */
  count,
});
export type FavoriteFolder = z.output<typeof favoriteFolder>;

/** Fields of a folder that its owner edits. */
export const folderFields = z.object({
  name: text("名称", { min: 1, max: FOLDER_NAME_MAX }),
  shown: z.boolean().default(false),
});
const target = z.object({ targetKind: favoriteTarget, targetId: id });
const folderIds = z.array(id).max(FOLDERS_MAX);

const hiddenItem = { targetKind: z.enum(kindsWith("favoritable")), targetId: z.number() };

/** An item of a folder; `gone` is a deleted one, `off` one of a part that is switched off, both for its owner only. */
export const folderItem = z.union([
  feedItem,
  z.object({ kind: z.literal("answer"), answer: answerSummary }),
  z.object({ kind: z.literal("gone"), ...hiddenItem }),
  z.object({ kind: z.literal("off"), ...hiddenItem }),
]);
export type FolderItem = z.output<typeof folderItem>;

/** Calls on favorite folders, and on favorites of the kinds that the specified calls leave out. */
export const favoriteFolderApi = {
  questionList: endpoint({
    method: "GET",
    path: "/api/ext/favorites/question",
    summary: "某位用户收藏的问题；设为私密时对他人是空的",
    query: authorPageQuery,
    data: paged(questionSummary.extend({ favoritedAt: time })),
  }),
  answerList: endpoint({
    method: "GET",
    path: "/api/ext/favorites/answer",
    summary: "某位用户收藏的回答；设为私密时对他人是空的",
    query: authorPageQuery,
    data: paged(answerSummary.extend({ favoritedAt: time })),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/ext/favorites/folders",
    summary: "某位用户的收藏夹；他人只看得到公开的",
    query: z.object({ userId: id }),
    data: z.array(favoriteFolder),
  }),
  get: endpoint({
    method: "GET",
    path: "/api/ext/favorites/folders/:id",
    summary: "一个收藏夹和里面的内容，最近放进去的在前；未公开的对他人不存在",
    params: idParams,
    query: pageQuery,
    data: paged(folderItem).extend({ folder: favoriteFolder.extend({ userId: z.number() }) }),
  }),
  create: endpoint({
    method: "POST",
    path: "/api/ext/favorites/folders",
    auth: "user",
    summary: `新建收藏夹，至多 ${FOLDERS_MAX} 个；不说公开就只有自己看得到`,
    body: folderFields,
    data: z.object({ id: z.number() }),
  }),
  update: endpoint({
    method: "PUT",
    path: "/api/ext/favorites/folders",
    auth: "user",
    summary: "改收藏夹的名称、是否公开，或排在第几个",
    body: folderFields.extend({ id, place: decimal(z.number().int().min(1).max(FOLDERS_MAX)).optional() }),
    data: nothing,
  }),
  remove: endpoint({
    method: "POST",
    path: "/api/ext/favorites/folders/remove",
    auth: "user",
    summary: "删除收藏夹；里面的内容移到另一个，或只留在全部收藏里",
    body: z.object({ id, moveTo: id.optional() }),
    data: nothing,
  }),
  places: endpoint({
    method: "GET",
    path: "/api/ext/favorites/places",
    auth: "user",
    summary: "一项内容的标题，我收藏了没有，放在我的哪些收藏夹里",
    query: target,
    data: z.object({ title: z.string(), favorited: z.boolean(), folderIds: z.array(z.number()) }),
  }),
  put: endpoint({
    method: "PUT",
    path: "/api/ext/favorites/places",
    auth: "user",
    summary:
      `把${namesOf("favoritable", "或")}放进这些收藏夹，从其余的拿出来，答现在在哪些里；没有收藏的同时收藏。` +
      "给出改之前看到的（shownIn），就只放进、拿出和它不同的",
    body: target.extend({ folderIds, shownIn: folderIds.optional() }),
    data: z.object({ folderIds: z.array(z.number()) }),
  }),
};
