import type { ActionFunctionArgs } from "@remix-run/node";
import { forgetReaction, rememberReaction } from "#app/features/reaction/pending-reaction.server";
import { react } from "#app/features/reaction/react.server";
import { FORGET, REACTION } from "#app/features/reaction/reaction";
import { attempt } from "#app/forms/attempt.server";
import { DONE } from "#app/forms/form-result";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond, scriptReply } from "#app/forms/respond.server";
import { tokenOf } from "#app/server/cookies/session.server";
import { backPath } from "#app/server/urls/back-path.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/** Like, favorite, follow, vote, and their removal: one form that contains the desired state. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const form = await readForm(request);
  const asked = textOf(form, REACTION);
  if (asked === FORGET) return scriptReply(DONE, { "set-cookie": forgetReaction() });
  const result = await attempt(() => react(args, asked));
  // Scripts get an ended session as an error: they ask the reader first, then send this again to be stored.
  const remembers = isPlainForm(request) || !tokenOf(request);
  return respond(args, result, {
    back: backPath(request, textOf(form, "anchor")),
    pending: remembers ? rememberReaction(asked) : null,
  });
}
