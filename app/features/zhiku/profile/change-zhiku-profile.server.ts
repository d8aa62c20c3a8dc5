import { zhikuProfileFields } from "#app/contract/zhiku/profile";
import { zhikuSmsApi } from "#app/contract/zhiku/sms";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { backOf } from "#app/features/zhiku/back.server";
import { chosenIn } from "#app/features/zhiku/rights/chosen-offer.server";
import { askPayer, orderOffer } from "#app/features/zhiku/rights/order-offer.server";
import type { WantedOffer } from "#app/features/zhiku/rights/payer.server";
import { attempt } from "#app/forms/attempt.server";
import { DONE } from "#app/forms/form-result";
import { isPlainForm } from "#app/forms/is-plain-form.server";
import { mergeShown } from "#app/forms/merge-shown.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { requireUser } from "#app/server/viewer.server";
import { zhikuProfileOf } from "#app/server/zhiku-profile.server";
import { type ProfileValues, profileTexts, TYPED } from "./profile-result";

const SESSION_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里保存";

/**
 * Saves the professional profile and continues (to the payment of a chosen offer), or sends the code that verifies
 * another phone number. A form sent without scripts is returned with its values even if the session has ended; with
 * scripts, the browser keeps them.
 * @throws Response: a redirect to zhiku's home for anonymous readers without typed input
 */
export async function changeZhikuProfile(args: ServerArgs) {
  const form = await readForm(args.request);
  const typed = TYPED.map((name) => [name, textOf(form, name)] as const);
  if (!isPlainForm(args.request) || typed.every(([, text]) => text === "")) await requireUser(args);
  const values = { ...Object.fromEntries(typed), shown: textOf(form, "shown") } as ProfileValues;
  const back = backOf(args.request) ?? paths.zhiku();
  const purpose = codeAsked(form);
  if (purpose) return respond(args, await sendCode(args, form, purpose, values), { back, echo: true });
  const result = await attempt(() => keep(args, values), { values, keepsTyped: true });
  const wanted = chosenIn(args.request);
  if (result.status === "ok" && wanted) return buy(args, { ...wanted, seen: textOf(form, "seen") }, values);
  if (result.status === "refused" && result.fields.phone && result.code !== "CONFLICT") values.phoneTicket = "";
  return respond(args, result, { back, flash: SAVED, echo: true, leads: true, ended: SESSION_ENDED });
}

const SAVED = "职业信息已保存";

/** Orders the chosen offer. If it is refused, the page stays, and saving again requests the same order. */
async function buy(args: ServerArgs, wanted: WantedOffer, values: ProfileValues) {
  const ordered = await orderOffer(args, wanted);
  const back = ordered.kind === "made" ? ordered.to : paths.zhiku();
  if (ordered.kind === "made") return respond(args, DONE, { back, flash: SAVED, leads: true });
  if (ordered.kind === "payer-asked") return askPayer(args, ordered, values);
  const { refusal } = ordered;
  // New terms have to be accepted on the offers page.
  if (refusal.code === "AGREEMENT_REQUIRED") {
    const flash = { kind: "error" as const, message: `${SAVED}。${refusal.message}` };
    return respond(args, DONE, {
      back: paths.zhikuRights({ offer: wanted.offer, back: wanted.back || undefined }),
      flash,
      leads: true,
    });
  }
  const refused = { ...refusal, message: `${SAVED}。${refusal.message}`, fields: {}, values };
  return respond(args, refused, { back, echo: true });
}

/**
 * Saves what was changed of the profile; stores the ticket of a newly verified number, and what the form then shows, in
 * `values`.
 * @throws UpstreamError
 */
async function keep(args: ServerArgs, values: ProfileValues): Promise<void> {
  const { call } = gateway(args);
  const { code } = values;
  const fields = mergeShown(values, profileTexts(await zhikuProfileOf(args)));
  // A code works once, so don't use it for a form that would be refused for other reasons.
  const isNeeded = code && !values.phoneTicket && fields.phone === values.phone;
  if (isNeeded && zhikuProfileFields.safeParse(fields).success) {
    values.phoneTicket = (await call(zhikuSmsApi.verify, { body: { phone: fields.phone, code } })).phoneTicket;
  }
  const { phoneTicket } = values;
  const { rejected } = await call(zhikuUserApi.update, {
    body: { ...fields, ...(phoneTicket ? { phoneTicket } : {}) },
  });
  // Submitted unchanged, a refused profile stays refused.
  if (rejected === 1) throw new UpstreamError("INVALID_PARAMS", "还没有改动，请按退回原因修改后再保存", null, "PUT");
  values.shown = JSON.stringify(profileTexts(values));
}
