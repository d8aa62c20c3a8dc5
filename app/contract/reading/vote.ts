import { z } from "zod";
import { count, id } from "#app/contract/common";
import { vote } from "#app/contract/content/answer";
import { endpoint } from "#app/contract/endpoint";

/** Calls on votes for answers. */
export const voteApi = {
  set: endpoint({
    method: "POST",
    path: "/api/vote",
    auth: "user",
    summary: "赞同、反对回答，或收回",
    body: z.object({ answerId: id, vote }),
    data: z.object({ vote, voteUp: count, voteDown: count }),
  }),
};
