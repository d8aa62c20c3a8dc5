import { formatDate } from "#app/components/ui/format-time";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { backOf } from "#app/features/zhiku/back.server";
import { attempt } from "#app/forms/attempt.server";
import { DONE } from "#app/forms/form-result";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser } from "#app/server/viewer.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";
import { MINUTE } from "#runtime/time-units";

const LOGIN_ENDED = "登录已失效，填好的兑换码还在下面。请在新窗口登录，再回到这里兑换";

/**
 * Redeems a code and redirects to what it covers. It involves no money, so the profile may be completed afterwards. A
 * form sent without scripts is returned with its code even if the session has ended; with scripts, the browser keeps
 * it.
 * @throws Response: a redirect to zhiku's home for anonymous readers without typed input
 */
export async function redeem(args: ServerArgs) {
  const code = textOf(await readForm(args.request), "code");
  if (!isPlainForm(args.request) || code === "") await requireUser(args);
  const body = { channel: "redeem" as const, code };
  const result = await attempt(() => gateway(args).call(zhikuOrderApi.create, { body }), {
    values: { code },
    keepsTyped: true,
  });
  const back = backOf(args.request) ?? paths.zhikuRights();
  if (result.status !== "ok") return respond(args, result, { back, echo: true, ended: LOGIN_ENDED });
  const profile = await optional(zhikuProfileOf(args));
  const next = profile && !isProfileComplete(profile) ? "。填好职业信息就能阅读" : "";
  const { offer, paidAt } = result.data.order;
  const earlier = paidAt !== null && Date.now() - Date.parse(paidAt) > MINUTE;
  const done = earlier ? `这个码你在 ${formatDate(Date.parse(paidAt))} 已经兑换过，没有再换一次` : "兑换成功";
  return respond(args, DONE, { back, flash: `${done}：${offer.name}${next}`, leads: true });
}
