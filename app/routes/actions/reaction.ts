import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { forgetReaction, rememberReaction } from "#app/features/reaction/pending-reaction.server";
import { react } from "#app/features/reaction/react.server";
import { FORGET, REACTION } from "#app/features/reaction/reaction";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { backPath } from "#app/server/back-path.server";
import { setFlash } from "#app/server/flash.server";
import { readForm } from "#app/server/read-form.server";
import { clearToken, tokenOf } from "#app/server/session.server";

/** Like, favourite, follow, vote and the way back from each: one form, which says the state that is wanted. */
export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const form = await readForm(request);
  const asked = textOf(form, REACTION);
  const back = backPath(request, textOf(form, "anchor"));
  if (asked === FORGET) return data({ ok: true }, { headers: { "set-cookie": forgetReaction() } });
  const answer = await attempt(() => react(args, asked));
  const plain = isPlainForm(request);
  if (answer.ok) return plain ? redirect(back) : data({ ok: true });
  const headers = new Headers();
  if (answer.code === "NOT_LOGIN") {
    headers.append("set-cookie", rememberReaction(asked));
    if (tokenOf(request)) headers.append("set-cookie", clearToken());
    return plain ? redirect(paths.login(back), { headers }) : data(answer, { status: statusOf(answer), headers });
  }
  if (!plain) return data(answer, { status: statusOf(answer) });
  headers.append("set-cookie", setFlash({ kind: "error", message: answer.message }));
  return redirect(back, { headers });
}
