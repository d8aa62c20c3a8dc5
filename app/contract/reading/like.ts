import { z } from "zod";
import { count, id } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Answers are voted on instead (`vote`). */
export const likeTarget = z.enum(kindsWith("likable"));
const body = z.object({ targetKind: likeTarget, targetId: id });
const state = z.object({ liked: z.boolean(), likeCount: count });

/** Calls on likes. */
export const likeApi = {
  add: endpoint({ method: "POST", path: "/api/like/add", auth: "user", summary: "点赞", body, data: state }),
  cancel: endpoint({ method: "PUT", path: "/api/like/cancel", auth: "user", summary: "取消点赞", body, data: state }),
};
