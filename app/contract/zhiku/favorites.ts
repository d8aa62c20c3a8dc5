import { z } from "zod";
import { count, id, paged, pageQuery, time } from "#app/contract/common";
import { endpoint, ofPart } from "#app/contract/endpoint";
import { zhikuListed } from "./content";

const body = z.object({ contentId: id });
const state = z.object({ favorited: z.boolean(), favoriteCount: count });

/** Calls on favorites in zhiku. */
export const zhikuFavoritesApi = ofPart("zhiku", {
  add: endpoint({
    method: "POST",
    path: "/api/pro/favorites/add",
    auth: "user",
    summary: "收藏文档",
    body,
    data: state,
  }),
  remove: endpoint({
    method: "PUT",
    path: "/api/pro/favorites/del",
    auth: "user",
    summary: "取消收藏文档",
    body,
    data: state,
  }),
  list: endpoint({
    method: "GET",
    path: "/api/pro/favorites/list",
    auth: "user",
    summary: "我收藏的文档，新收藏的在前",
    query: pageQuery,
    data: paged(zhikuListed.extend({ favoritedAt: time })),
  }),
});
