import { z } from "zod";
import { cursorQuery } from "#app/contract/common";
import { answerSummary } from "#app/contract/content/answer";
import { endpoint } from "#app/contract/endpoint";
import { writtenItems } from "./home-feed";

/** One entry of the following feed. */
export const followedItem = z.discriminatedUnion("kind", [
  ...writtenItems,
  z.object({ kind: z.literal("answer"), answer: answerSummary }),
]);
export type FollowedItem = z.output<typeof followedItem>;

const tagName = z.object({ name: z.string().trim().min(1).max(200) });
const tagState = z.object({ followed: z.boolean() });

/** Calls on what a member follows: its feed, and tags. */
export const followingApi = {
  list: endpoint({
    method: "GET",
    path: "/api/ext/following",
    auth: "user",
    summary: "我关注的人写的，和带有我关注的标签的，新的在前；一页可能不满，以 nextCursor 为准",
    query: cursorQuery,
    data: z.object({ list: z.array(followedItem), nextCursor: z.string().nullable() }),
  }),
  tag: endpoint({
    method: "GET",
    path: "/api/ext/following/tag",
    auth: "user",
    summary: "我是否关注这个标签",
    query: tagName,
    data: tagState,
  }),
  addTag: endpoint({
    method: "POST",
    path: "/api/ext/following/tag",
    auth: "user",
    summary: "关注标签",
    body: tagName,
    data: tagState,
  }),
  cancelTag: endpoint({
    method: "PUT",
    path: "/api/ext/following/tag/cancel",
    auth: "user",
    summary: "取消关注标签",
    body: tagName,
    data: tagState,
  }),
};
