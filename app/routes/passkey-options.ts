import type { ActionFunctionArgs } from "@remix-run/node";
import { passkeyApi } from "#app/contract/people/passkey";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

const OPTIONS = { login: passkeyApi.loginOptions, proof: passkeyApi.proofOptions, add: passkeyApi.addOptions } as const;

/** Returns the options to use or create a passkey to our scripts. A write, because each challenge is used once. */
export async function action(args: ActionFunctionArgs) {
  const use = textOf(await readForm(args.request), "for");
  const endpoint = use === "add" || use === "proof" ? OPTIONS[use] : OPTIONS.login;
  return scriptReply(await attempt(() => gateway(args).call(endpoint, {})));
}
