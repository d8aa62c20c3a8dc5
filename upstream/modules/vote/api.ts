import { voteApi } from "#app/contract/reading/vote";
import { implement } from "#upstream/call/implement";
import { limitedWrite } from "#upstream/policy/limited-write";
import { setVote } from "./write";

export const vote = implement(voteApi, {
  set: ({ body }, call) => limitedWrite(call, "react", (trx, userId) => setVote(trx, call, { userId, ...body })),
});
