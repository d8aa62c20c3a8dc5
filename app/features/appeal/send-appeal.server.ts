import type { LoaderFunctionArgs } from "@remix-run/node";
import { appealPaths } from "#app/appeal-paths";
import { type AppealKind, appealApi, appealKind } from "#app/contract/moderation/appeal";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import type { ServerArgs } from "#app/server/server-args.server";

const LOGIN_ENDED = "登录已失效，写好的申诉还在下面。请在新窗口登录，再回到这里提交";

/** Subject of an appeal in the URL. @throws Response: 404 for an unknown kind or an invalid id */
export function appealTargetOf(args: LoaderFunctionArgs): { kind: AppealKind; id: number } {
  const kind = appealKind.safeParse(args.params.kind);
  if (!kind.success) throw notFound();
  return { kind: kind.data, id: numberOfParam(args) };
}

/** Sends an appeal and redirects to the decision's page; a refused form is returned with the submitted text. */
export async function sendAppeal(args: LoaderFunctionArgs) {
  const target = appealTargetOf(args);
  const words = textOf(await readForm(args.request), "words");
  const send = () => gateway(args).call(appealApi.send, { body: { ...target, words } });
  const result = await attempt(send, { values: { words } });
  const back = appealPaths.decision(target.kind, target.id);
  return respond(args, result, { back, flash: "申诉已提交", echo: true, leads: true, ended: LOGIN_ENDED });
}

/** Sends the appeal of a banned member, identified by the ticket of a refused login. */
export async function sendBannedAppeal(args: ServerArgs) {
  const form = await readForm(args.request);
  const [words, ticket] = [textOf(form, "words"), textOf(form, "ticket")];
  const send = () => gateway(args).call(appealApi.sendBanned, { body: { words, ticket } });
  const result = await attempt(send, { values: { words, ticket } });
  const flash = "申诉已提交，由另一位工作人员复核。再次登录时可以看到结果";
  return respond(args, result, { back: paths.login(), flash, echo: true, leads: true });
}
