import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { zhikuOrderApi } from "#app/contract/zhiku/order";
import { paths } from "#app/paths";
import { attempt, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";
import { backOf } from "../back.server";
import type { RedeemAnswer } from "./redeem-form";

/** Uses a code up, and shows what it has opened. */
export async function redeem(args: Pick<ActionFunctionArgs, "request" | "context">) {
  const code = textOf(await readForm(args.request), "code");
  const body = { channel: "redeem" as const, code };
  const answer = await attempt(() => gateway(args).call(zhikuOrderApi.create, { body }));
  if (!answer.ok) {
    const { message, fields } = answer;
    return data<RedeemAnswer>({ message, fields, code }, statusOf(answer));
  }
  const flash = setFlash({ kind: "success", message: `兑换成功：${answer.data.order.offer.name}` });
  return redirect(backOf(args.request) ?? paths.zhikuRights(), { headers: { "set-cookie": flash } });
}
