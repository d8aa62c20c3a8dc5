import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import type { Flash } from "#app/server/cookies/flash.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { rememberTyped } from "./typed-texts.server";

/** Path to redirect to after success, and the message there. */
type Done = { back: string; flash?: string | Flash };

const ENDED_LOGIN = "登录已失效，写好的内容还在下面。请在新窗口登录，再回到这里保存";

/**
 * Runs a form of the console and responds: a redirect on success; otherwise the same page with the reason and the
 * submitted values, even if the session has ended meanwhile.
 * @param values submitted values by field name
 * @param done redirect and message, or a function of the result
 */
export async function respondToStaffForm<Data, Values extends object>(
  args: ServerArgs,
  values: Values,
  work: () => Promise<Data>,
  done: Done | ((data: Data) => Done),
) {
  const result = await attempt(work, { values });
  if (result.status === "ok") {
    return respond(args, result, { ...(typeof done === "function" ? done(result.data) : done), leads: true });
  }
  return refuseStaffForm(args, result);
}

/** Returns a refused form of the console with the reason. */
export function refuseStaffForm<Values extends object, Detail = never>(
  args: ServerArgs,
  refused: FormResult<unknown, Values, never, Detail>,
) {
  if (refused.status === "refused") rememberTyped(args.context, refused);
  return respond(args, refused, { back: "", echo: true, leads: true, ended: ENDED_LOGIN });
}

/** Returns a form of the console with changed rows, without saving it. */
export const reshapeStaffForm = <Values extends object>(args: ServerArgs, values: Values) =>
  respond(args, { status: "step", step: "reshaped", values }, { back: "", echo: true });
