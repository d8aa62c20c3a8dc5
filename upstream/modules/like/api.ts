import { likeApi } from "#app/contract/like";
import { implement } from "../../http/implement";
import { limitedWrite } from "../../http/limited-write";
import { setLike } from "./write";

export const like = implement(likeApi, {
  add: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setLike(trx, call, { userId, ...body, on: true })),
  cancel: ({ body }, call) =>
    limitedWrite(call, "react", (trx, userId) => setLike(trx, call, { userId, ...body, on: false })),
});
