import { data, redirect } from "@remix-run/node";
import { zhikuProfileFields } from "#app/contract/zhiku/profile";
import { zhikuSmsApi } from "#app/contract/zhiku/sms";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { codeAsked, sendCode } from "#app/features/sms-code/send-code.server";
import { backOf } from "#app/features/zhiku/back.server";
import { chosenIn } from "#app/features/zhiku/rights/chosen-offer.server";
import { orderOffer } from "#app/features/zhiku/rights/order-offer.server";
import type { Wanted } from "#app/features/zhiku/rights/payer.server";
import { paths } from "#app/paths";
import { attempt, isPlainForm, statusOf, textOf } from "#app/server/action-answer.server";
import { setFlash } from "#app/server/flash.server";
import { gateway, type ServerArgs } from "#app/server/gateway.server";
import { readForm } from "#app/server/read-form.server";
import { markFormReturned } from "#app/server/returned-form.server";
import { UpstreamError } from "#app/server/upstream-error";
import { requireUser } from "#app/server/viewer.server";
import { type ProfileAnswer, type ProfileValues, TYPED } from "./profile-answer";

const SESSION_ENDED = "登录已失效，填好的内容还在下面。请在新窗口登录，再回到这里保存";

/**
 * Keeps the professional profile and goes on (to pay for what was chosen before it was asked for), or sends the code that proves another phone number. A form that the
 * browser itself has sent comes back with what was typed also when the login has ended; our scripts keep that.
 * @throws Response: to zhiku's home for strangers who have nothing to lose by it
 */
export async function changeZhikuProfile(args: ServerArgs) {
  const form = await readForm(args.request);
  const values = Object.fromEntries(TYPED.map((name) => [name, textOf(form, name)])) as ProfileValues;
  const told: ProfileAnswer = { message: "", fields: {}, values, step: null, login: false, wechatUrl: null };
  if (!isPlainForm(args.request) || Object.values(values).every((text) => text === "")) await requireUser(args);
  const purpose = codeAsked(form);
  if (purpose) {
    const step = await sendCode(args, form, purpose);
    if (step.kind !== "refused") return data({ ...told, step });
    return data({ ...told, fields: step.fields, step }, statusOf({ ok: false, ...step }));
  }
  const answer = await attempt(() => keep(args, values), { typed: true });
  if (answer.ok) {
    const wanted = chosenIn(args.request);
    return wanted ? buy(args, wanted, told) : saved(backOf(args.request) ?? paths.zhiku());
  }
  if (answer.code === "NOT_LOGIN") {
    markFormReturned(args.context);
    return data({ ...told, message: SESSION_ENDED, login: true }, statusOf(answer));
  }
  const { message, fields } = answer;
  if (fields.phone) values.phoneTicket = "";
  return data({ ...told, message, fields }, statusOf(answer));
}

const saved = (to: string) =>
  redirect(to, { headers: { "set-cookie": setFlash({ kind: "success", message: "职业信息已保存" }) } });

/** The order of what was chosen. Refused, the page stays: saving once more asks for the same order once more. */
async function buy(args: ServerArgs, wanted: Wanted, told: ProfileAnswer) {
  const ordered = await orderOffer(args, wanted);
  if (ordered.kind === "made") return saved(ordered.to);
  if (ordered.kind === "payer-asked")
    return data({ ...told, wechatUrl: ordered.url }, { headers: { "set-cookie": ordered.cookie } });
  const { refusal } = ordered;
  return data({ ...told, message: `职业信息已保存。${refusal.message}` }, statusOf(refusal));
}

/** Writes the ticket for a number that is proven on the way into `values`. @throws UpstreamError */
async function keep(args: ServerArgs, values: ProfileValues): Promise<void> {
  const { call } = gateway(args);
  const { code, phoneTicket: _, ...fields } = values;
  // A code is good for once: it is not spent on a form that would be refused for something else.
  if (code && !values.phoneTicket && zhikuProfileFields.safeParse(fields).success) {
    values.phoneTicket = (await call(zhikuSmsApi.verify, { body: { phone: fields.phone, code } })).phoneTicket;
  }
  const { phoneTicket } = values;
  const { rejected } = await call(zhikuUserApi.update, {
    body: { ...fields, ...(phoneTicket ? { phoneTicket } : {}) },
  });
  // Sent unchanged, a refused profile stays refused.
  if (rejected === 1) throw new UpstreamError("INVALID_PARAMS", "还没有改动，请按退回原因修改后再保存", null, "PUT");
}
