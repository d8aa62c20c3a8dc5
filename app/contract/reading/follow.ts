import { z } from "zod";
import { author, authorPageQuery, count, id, paged } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";

/** A person in a list of followers or followed people. */
export const person = author.extend({
  answerCount: count,
  articleCount: count,
  fansCount: count,
  viewer: z.object({ followed: z.boolean(), me: z.boolean() }),
});
export type Person = z.output<typeof person>;

const body = z.object({ userId: id });
const state = z.object({ followed: z.boolean(), fansCount: count });

/** Calls on following people. */
export const followApi = {
  add: endpoint({ method: "POST", path: "/api/follow", auth: "user", summary: "关注用户", body, data: state }),
  cancel: endpoint({
    method: "PUT",
    path: "/api/follow/cancel",
    auth: "user",
    summary: "取消关注用户",
    body,
    data: state,
  }),
  fansList: endpoint({
    method: "GET",
    path: "/api/follow/getFansList",
    summary: "关注某位用户的人",
    query: authorPageQuery,
    data: paged(person),
  }),
  followList: endpoint({
    method: "GET",
    path: "/api/follow/getFollowList",
    summary: "某位用户关注的人",
    query: authorPageQuery,
    data: paged(person),
  }),
};
