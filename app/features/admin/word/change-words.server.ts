import { adminWordApi, type WordAction } from "#app/contract/admin/review/word";
import type { CallData } from "#app/contract/endpoint";
import { adminPaths } from "#app/features/admin/admin-paths";
import { refuseStaffForm, respondToStaffForm } from "#app/features/admin/respond-to-staff-form.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { markFormReturned } from "#app/forms/returned-form.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Submitted values of the forms for sensitive words. */
export type WordForm = { intent: string; word: string; action: string; text: string };

/** Result of a test: of a text, or of a list to import. */
export type WordLook = { test?: CallData<typeof adminWordApi.test>; check?: CallData<typeof adminWordApi.check> };

/** Handles the forms for sensitive words, by `intent`. */
export async function changeWords(args: ServerArgs) {
  const form = await readForm(args.request);
  const { call } = gateway(args);
  const [intent, word, action, text] = [
    textOf(form, "intent"),
    textOf(form, "word"),
    textOf(form, "action"),
    textOf(form, "text"),
  ];
  const values: WordForm = { intent, word, action, text };
  if (intent === "test" || intent === "check") {
    const look = async (): Promise<WordLook> =>
      intent === "test"
        ? { test: await call(adminWordApi.test, { body: { text } }) }
        : { check: await call(adminWordApi.check, { body: { text } }) };
    const result = await attempt(look, { values });
    if (result.status !== "ok") return refuseStaffForm(args, result);
    // Nothing was changed: the page shows the findings beside the submitted values.
    markFormReturned(args.context);
    return { ...result, values };
  }
  const back = adminPaths.words();
  if (intent === "import") {
    return respondToStaffForm(
      args,
      values,
      () => call(adminWordApi.import, { body: { text } }),
      ({ added, changed, same }) => ({ back, flash: `已导入：新增 ${added}，改变 ${changed}，不变 ${same}` }),
    );
  }
  if (intent === "remove") {
    const remove = () => call(adminWordApi.remove, { body: { id: Number(textOf(form, "id")) } });
    return respondToStaffForm(args, values, remove, { back, flash: "已删除，可从操作日志撤销" });
  }
  const put = () => call(adminWordApi.put, { body: { word, action: action as WordAction } });
  return respondToStaffForm(args, values, put, { back, flash: "已保存，马上生效" });
}
