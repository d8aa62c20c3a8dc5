import { attempt } from "#app/forms/attempt.server";
import type { FormResult } from "#app/forms/form-result";
import { respond } from "#app/forms/respond.server";
import type { Flash } from "#app/server/flash.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { rememberTyped } from "./typed-texts.server";

/** Path that a form goes on to once it is done, and the message there. */
type Done = { back: string; flash?: string | Flash };

const ENDED_LOGIN = "登录已失效，写好的内容还在下面。请在新窗口登录，再回到这里保存";

/**
 * Does what a form of the console asks for, and answers it: by the page to go on to, or by its own page with what was
 * typed, also where the login has ended meanwhile.
 * @param values what was typed, by the names of the form's fields
 * @param done the same for each outcome, or by what came of it
 */
export async function answerStaffForm<Data, Values extends object>(
  args: ServerArgs,
  values: Values,
  work: () => Promise<Data>,
  done: Done | ((data: Data) => Done),
) {
  const result = await attempt(work, { values, typed: true });
  if (result.status === "ok") {
    return respond(args, result, { ...(typeof done === "function" ? done(result.data) : done), leads: true });
  }
  return refuseStaffForm(args, result);
}

/** Gives a form of the console back with why it was refused. */
export function refuseStaffForm<Values extends object>(args: ServerArgs, refused: FormResult<unknown, Values>) {
  if (refused.status === "refused") rememberTyped(args.context, refused);
  return respond(args, refused, { back: "", echo: true, leads: true, ended: ENDED_LOGIN });
}

/** Gives a form of the console back as it was sent, to go on with it: with a row more, with one less. */
export const reshapeStaffForm = <Values extends object>(args: ServerArgs, values: Values) =>
  respond(args, { status: "step", step: "reshaped", values }, { back: "", echo: true });
