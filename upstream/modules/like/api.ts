import { likeApi } from "#app/contract/reading/like";
import { implement } from "#upstream/call/implement";
import { limitedWrite } from "#upstream/policy/limited-write";
import { setLike } from "./write";

export const like = implement(likeApi, {
  add: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setLike(trx, call, { userId, ...body, on: true })),
  cancel: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setLike(trx, call, { userId, ...body, on: false })),
});
