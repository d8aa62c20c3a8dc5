import { redirect } from "@remix-run/node";
import { backOf } from "#app/features/zhiku/back.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import type { ServerArgs } from "#app/server/server-args.server";
import { hereOf } from "#app/server/urls/here.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { viewerOf } from "#app/server/viewer.server";
import { profileBefore } from "./chosen-offer.server";
import { askPayer, orderOffer } from "./order-offer.server";
import { agreeToOrderTerms } from "./order-terms.server";
import type { PurchaseValues } from "./purchase-result";

/** Creates the order of a form and redirects to its payment; an incomplete profile comes first. */
export async function purchase(args: ServerArgs) {
  const { request } = args;
  if ((await viewerOf(args)).kind === "anonymous") return redirect(paths.login(safePath(hereOf(request))));
  const form = await readForm(request);
  const [offerId, requestId, seen] = [textOf(form, "offerId"), textOf(form, "requestId"), textOf(form, "seen")];
  const values: PurchaseValues = { offerId, requestId, agreed: form.has("agreed") };
  const unasked = await agreeToOrderTerms(args, form, values);
  if (unasked) return respond(args, unasked, { back: paths.zhikuRights(), echo: true });
  const wanted = { offer: offerId, request: requestId, back: backOf(request) ?? "", seen };
  const ordered = await orderOffer(args, wanted);
  if (ordered.kind === "made") return redirect(ordered.to);
  if (ordered.kind === "payer-asked") return askPayer(args, ordered, values);
  const { refusal } = ordered;
  if (refusal.code === "USER_INFO_INCOMPLETE") return redirect(profileBefore(wanted));
  return respond(args, { ...refusal, values }, { back: paths.zhikuRights(), echo: true });
}
