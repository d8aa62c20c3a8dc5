import type { ActionFunctionArgs } from "@remix-run/node";
import { forgetReaction, rememberReaction } from "#app/features/reaction/pending-reaction.server";
import { react } from "#app/features/reaction/react.server";
import { FORGET, REACTION } from "#app/features/reaction/reaction";
import { attempt, isPlainForm, scriptAnswer, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { answerButton } from "#app/server/button-answer.server";
import { readForm } from "#app/server/read-form.server";
import { tokenOf } from "#app/server/session.server";

/** Like, favorite, follow, vote and the way back from each: one form, which says the state that is wanted. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const form = await readForm(request);
  const asked = textOf(form, REACTION);
  if (asked === FORGET) return scriptAnswer({ ok: true, data: null }, { "set-cookie": forgetReaction() });
  const answer = await attempt(() => react(args, asked));
  // To our scripts an ended login is news: they ask first, and send this again for it to be remembered.
  const remembers = isPlainForm(request) || !tokenOf(request);
  return answerButton(request, answer, {
    back: backPath(request, textOf(form, "anchor")),
    cookie: remembers ? rememberReaction(asked) : null,
  });
}
