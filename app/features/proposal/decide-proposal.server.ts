import type { ActionFunctionArgs } from "@remix-run/node";
import { MESSAGES } from "#app/contract/codes";
import { proposalApi } from "#app/contract/writing/proposal";
import { attempt } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { proposalPaths } from "./proposal-paths";

const LOGIN_ENDED = "登录已失效，写好的答复还在下面。请在新窗口登录，再回到这里提交";

/** Refusal of a decision, with its values. */
export type DecisionRefusal = Refused<{ answer: string; createdAt: string }>;

/** Takes, declines or withdraws a proposal, depending on the button. */
export async function decideProposal(args: ActionFunctionArgs) {
  const id = numberOfParam(args);
  const form = await readForm(args.request);
  const [answer, createdAt] = [textOf(form, "answer"), textOf(form, "createdAt")];
  const { call } = gateway(args);
  const result = await attempt(
    async (): Promise<string> => {
      switch (textOf(form, "intent")) {
        case "take":
          return call(proposalApi.take, { body: { id, createdAt, answer } }).then(
            () => "已采纳，原文改好了",
            saidToWait,
          );
        case "withdraw":
          return call(proposalApi.withdraw, { body: { id } }).then(() => "建议已撤回");
        default:
          return call(proposalApi.decline, { body: { id, createdAt, answer } }).then(() => "已谢绝");
      }
    },
    { values: { answer, createdAt } },
  );
  const flash = result.status === "ok" ? result.data : "";
  return respond(args, result, { back: proposalPaths.one(id), flash, echo: true, leads: true, ended: LOGIN_ENDED });
}

/** Message for an accepted proposal that must be reviewed. @throws any other error */
function saidToWait(error: unknown): string {
  if (error instanceof UpstreamError && error.code === "CONTENT_HELD") return `已采纳。${MESSAGES.CONTENT_HELD}`;
  throw error;
}
