import { z } from "zod";
import { authorPageQuery, count, id, paged, time } from "#app/contract/common";
import { articleSummary } from "#app/contract/content/article";
import { caseSummary } from "#app/contract/content/case";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith, namesOf } from "#app/contract/kinds";

/** Kinds of content that can be favorited. */
export const favoriteTarget = z.enum(kindsWith("favoritable"));
const body = z.object({ targetKind: favoriteTarget, targetId: id });
const state = z.object({ favorited: z.boolean(), favoriteCount: count });

/** Calls on favorites. */
export const favoritesApi = {
  add: endpoint({
    method: "POST",
    path: "/api/favorites/add",
    auth: "user",
    summary: `收藏${namesOf("favoritable", "或")}`,
    body,
    data: state,
  }),
  remove: endpoint({
    method: "PUT",
    path: "/api/favorites/delete",
    auth: "user",
    summary: "取消收藏",
    body,
    data: state,
  }),
  articleList: endpoint({
    method: "GET",
    path: "/api/favorites/getArticleFavoritesList",
    part: "article",
    summary: "某位用户收藏的文章；设为私密时对他人是空的",
    query: authorPageQuery,
    data: paged(articleSummary.extend({ favoritedAt: time })),
  }),
  caseList: endpoint({
    method: "GET",
    path: "/api/favorites/getCaseFavoritesList",
    part: "case",
    summary: "某位用户收藏的案例；设为私密时对他人是空的",
    query: authorPageQuery,
    data: paged(caseSummary.extend({ favoritedAt: time })),
  }),
};
