import { z } from "zod";
import { vote } from "./answer";
import { count, id } from "./common";
import { endpoint } from "./endpoint";

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
