import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { part } from "#app/server/part.server";
import { readForm } from "#app/server/read-form.server";
import { backOf } from "../back.server";
import type { RedeemAnswer } from "./redeem-form";

/** Uses a code up, and shows what it has opened. It brings no money, so the profile may be filled in afterwards. */
export async function redeem(args: Pick<ActionFunctionArgs, "request" | "context">) {
  const code = textOf(await readForm(args.request), "code");
  const body = { channel: "redeem" as const, code };
  const answer = await attempt(() => gateway(args).call(zhikuOrderApi.create, { body }));
  if (!answer.ok) {
    const { message, fields } = answer;
    return data<RedeemAnswer>({ message, fields, code }, statusOf(answer));
  }
  const profile = await part(gateway(args).call(zhikuUserApi.get, {}));
  const next = profile && !isProfileComplete(profile) ? "。填好职业信息就能阅读" : "";
  const flash = setFlash({ kind: "success", message: `兑换成功：${answer.data.order.offer.name}${next}` });
  return redirect(backOf(args.request) ?? paths.zhikuRights(), { headers: { "set-cookie": flash } });
}
