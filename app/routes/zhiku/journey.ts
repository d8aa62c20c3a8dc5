import type { ActionFunctionArgs } from "@remix-run/node";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { attempt } from "#app/forms/attempt.server";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { scriptReply } from "#app/forms/respond.server";
import { notice } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";

export { toPageAbove as loader } from "#app/server/urls/page-above.server";

/**
 * Starts a journey (`contentId`), or stores the reading position (`id`, …). Called by scripts, which report an ended
 * session without leaving the page.
 */
export async function action(args: ActionFunctionArgs) {
  const { call } = gateway(args);
  const form = await readForm(args.request);
  const number = (name: string) => Number(textOf(form, name));
  const place = { percent: number("percent"), version: number("version"), anchor: textOf(form, "anchor") || null };
  const opening = zhikuUserJourneyApi.open.body.safeParse({ contentId: textOf(form, "contentId") });
  const moving = zhikuUserJourneyApi.update.body.safeParse({ ...place, id: textOf(form, "id") });
  if (!opening.success && !moving.success) throw notice(400, "请求无效");
  const result = await attempt<unknown>(
    () =>
      moving.success
        ? call(zhikuUserJourneyApi.update, { body: moving.data })
        : call(zhikuUserJourneyApi.open, { body: { contentId: number("contentId") } }),
    { keepsTyped: !isPlainForm(args.request) },
  );
  return scriptReply(result);
}
