import { otherAccount } from "#app/server/gateway/form-writer.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { refusedResult } from "./attempt.server";
import type { FormResult } from "./form-result";

/**
 * Result that names the present member if the submitted form was rendered for another one. Forms are refused for other
 * reasons before anything is written (`refuseOtherAccount`): by a field, or because the other account's data differ from
 * those shown. They would be returned in the present member's name without a word, to be sent again.
 */
export async function refuseChangedAccount<R extends FormResult<unknown, object, unknown, unknown>>(
  args: ServerArgs,
  result: R,
): Promise<R> {
  if (result.status === "ok" || (result.status === "refused" && result.writer !== undefined)) return result;
  const changed = await otherAccount(args.request, gateway(args).call, "form");
  if (!changed) return result;
  const { writer } = changed.data as { writer: number };
  return { ...refusedResult(changed, result.values), writer } as R;
}
