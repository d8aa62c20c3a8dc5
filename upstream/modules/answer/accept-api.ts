import { acceptApi } from "#app/contract/accept";
import { implement } from "../../http/implement";
import { limitedWrite } from "../../http/limited-write";
import { requireOwn } from "../content/own";
import { acceptAnswer } from "./write";

export const accept = implement(acceptApi, {
  set: ({ body }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "questions", body.questionId, userId);
      await acceptAnswer(trx, call, body);
      return null;
    }),
});
