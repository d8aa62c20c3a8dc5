import { voteApi } from "#app/contract/vote";
import { implement } from "../../http/implement";
import { limitedWrite } from "../../http/limited-write";
import { setVote } from "./write";

export const vote = implement(voteApi, {
  set: ({ body }, call) => limitedWrite(call, "react", (trx, userId) => setVote(trx, call, { userId, ...body })),
});
