import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ProposalKind, proposalApi, proposalKind } from "#app/contract/writing/proposal";
import { attempt } from "#app/forms/attempt.server";
import type { Refused } from "#app/forms/form-result";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { notFound } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { proposalPaths } from "./proposal-paths";

const LOGIN_ENDED = "登录已失效，写好的建议还在下面。请在新窗口登录，再回到这里提交";

/** Refusal of a proposal, with its values. */
export type ProposalRefusal = Refused<{ title: string; content: string; reason: string; version: number }>;

/** The text named in the URL. @throws Response: 404 if it is not written in an editor */
export async function proposalPlaceOf(args: LoaderFunctionArgs): Promise<{ kind: ProposalKind; id: number }> {
  const kind = proposalKind.safeParse(args.params.kind);
  if (!kind.success || (await missingOf(args)).includes("proposal")) throw notFound();
  return { kind: kind.data, id: numberOfParam(args) };
}

/** Sends a proposal and redirects to it; a refusal returns the values. */
export async function sendProposal(args: ActionFunctionArgs) {
  const place = await proposalPlaceOf(args);
  const form = await readForm(args.request);
  const title = place.kind === "answer" ? undefined : textOf(form, "title");
  const [content, reason] = [textOf(form, "content"), textOf(form, "reason")];
  const values = { title: title ?? "", content, reason, version: Number(textOf(form, "version")) || 1 };
  const send = async () => {
    const body = { ...place, version: values.version, content, reason, ...(title === undefined ? {} : { title }) };
    try {
      return await gateway(args).call(proposalApi.send, { body });
    } catch (error) {
      // Submitting again applies to the current version, which was shown.
      const now = error instanceof UpstreamError ? (error.data as { version?: unknown } | null)?.version : undefined;
      if (typeof now === "number") values.version = now;
      throw error;
    }
  };
  const result = await attempt(send, { values });
  const back = result.status === "ok" ? proposalPaths.one(result.data.id) : proposalPaths.suggest(place.kind, place.id);
  const flash = "建议已提交，作者会收到通知";
  return respond(args, result, { back, flash, echo: true, leads: true, ended: LOGIN_ENDED });
}
