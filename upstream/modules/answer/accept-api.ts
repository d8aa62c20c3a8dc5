import { acceptApi } from "#app/contract/content/accept";
import { implement } from "#upstream/call/implement";
import { requireOwn } from "#upstream/modules/content/own";
import { limitedWrite } from "#upstream/policy/limited-write";
import { acceptAnswer } from "./write";

export const accept = implement(acceptApi, {
  set: ({ body }, call) =>
    limitedWrite(call, "manage", async (trx, userId) => {
      await requireOwn(trx, "question", body.questionId, userId);
      await acceptAnswer(trx, call, body);
      return null;
    }),
});
