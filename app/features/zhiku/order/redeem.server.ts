import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { backOf } from "#app/features/zhiku/back.server";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { optional } from "#app/server/optional.server";
import { readForm } from "#app/server/read-form.server";
import { markFormReturned } from "#app/server/returned-form.server";
import { requireUser } from "#app/server/viewer.server";
import type { RedeemAnswer } from "./redeem-form";

const LOGIN_ENDED = "登录已失效，填好的兑换码还在下面。请在新窗口登录，再回到这里兑换";

/**
 * Uses a code up, and shows what it has opened. It brings no money, so the profile may be filled in afterwards. A code
 * that the browser itself has sent comes back also when the login has ended; our scripts keep it.
 * @throws Response: to zhiku's home for strangers who have nothing to lose by it
 */
export async function redeem(args: Pick<ActionFunctionArgs, "request" | "context">) {
  const code = textOf(await readForm(args.request), "code");
  if (!isPlainForm(args.request) || code === "") await requireUser(args);
  const body = { channel: "redeem" as const, code };
  const answer = await attempt(() => gateway(args).call(zhikuOrderApi.create, { body }), { typed: true });
  if (!answer.ok) {
    const login = answer.code === "NOT_LOGIN";
    if (login) markFormReturned(args.context);
    const message = login ? LOGIN_ENDED : answer.message;
    return data<RedeemAnswer>({ message, login, fields: answer.fields, code }, statusOf(answer));
  }
  const profile = await optional(gateway(args).call(zhikuUserApi.get, {}));
  const next = profile && !isProfileComplete(profile) ? "。填好职业信息就能阅读" : "";
  const flash = setFlash({ kind: "success", message: `兑换成功：${answer.data.order.offer.name}${next}` });
  return redirect(backOf(args.request) ?? paths.zhikuRights(), { headers: { "set-cookie": flash } });
}
