import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { backOf } from "#app/features/zhiku/back.server";
import { paths } from "#app/paths";
import { statusOf, textOf } from "#app/server/action-answer.server";
import { readForm } from "#app/server/read-form.server";
import { safePath } from "#app/server/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";
import { profileBefore } from "./chosen-offer.server";
import { orderOffer } from "./order-offer.server";
import type { PurchaseAnswer } from "./purchase-answer";

/** Makes the order that a form asks for, and goes on to pay it; whoever's profile is incomplete fills it in first. */
export async function purchase(args: Pick<ActionFunctionArgs, "request" | "context">) {
  const { request } = args;
  const { pathname, search } = new URL(request.url);
  if ((await viewerOf(args)).kind === "anonymous") return redirect(paths.login(safePath(pathname + search)));
  const form = await readForm(request);
  const [offerId, requestId] = [textOf(form, "offerId"), textOf(form, "requestId")];
  const wanted = { offer: offerId, request: requestId, back: backOf(request) ?? "" };
  const ordered = await orderOffer(args, wanted);
  if (ordered.kind === "made") return redirect(ordered.to);
  const told: PurchaseAnswer = { offerId, requestId, message: "", wechatUrl: null };
  // No redirect: our policy lets no form lead to another site.
  if (ordered.kind === "payer-asked")
    return data({ ...told, wechatUrl: ordered.url }, { headers: { "set-cookie": ordered.cookie } });
  const { refusal } = ordered;
  if (refusal.code === "USER_INFO_INCOMPLETE") return redirect(profileBefore(wanted));
  return data({ ...told, message: refusal.message }, statusOf(refusal));
}
