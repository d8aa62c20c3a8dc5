import type { ActionFunctionArgs } from "@remix-run/node";
import { reviewApi } from "#app/contract/review";
import { type ActionAnswer, attempt, textOf } from "#app/server/action-answer.server";
import { gateway } from "#app/server/gateway.server";

/** What became of it, in a sentence. */
type Changed = { message: string; gone: boolean };

/** Does what a held text's page asks for by its `intent`: withdraws it, throws it away, or hands a comment in again. */
export function changeHeld(
  args: Pick<ActionFunctionArgs, "request" | "context">,
  id: number,
  form: FormData,
): Promise<ActionAnswer<Changed>> {
  const { call } = gateway(args);
  const intent = textOf(form, "intent");
  return attempt<Changed>(async () => {
    if (intent === "withdraw") {
      await call(reviewApi.withdraw, { body: { id } });
      return { message: "已撤回，文字还在这里，可以修改后重新提交", gone: false };
    }
    if (intent === "remove") {
      await call(reviewApi.remove, { body: { id } });
      return { message: "已删除", gone: true };
    }
    const version = Number(textOf(form, "version")) || 0;
    const content = textOf(form, "text").replace(/\r\n?/g, "\n");
    const { state } = await call(reviewApi.put, { body: { id, version, content } });
    return { message: state === "approved" ? "评论已发布" : "修改已提交，审核通过后会公开显示", gone: false };
  });
}
