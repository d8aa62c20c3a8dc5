import { accountApi } from "#app/contract/people/account";
import { type SmsPurpose, smsApi } from "#app/contract/people/sms";
import { issueToken } from "#upstream/db/one-time-tokens";
import type { TestUpstream } from "./harness";

const OWN: readonly SmsPurpose[] = [
  "current-phone",
  "change-password",
  "change-weixin",
  "change-passkey",
  "close-account",
];

/** The pass for a right answer to a captcha. */
export function captchaPass({ services }: TestUpstream): Promise<string> {
  return issueToken(services.db, services, { purpose: "captcha-pass", payload: "text", lifetime: 60_000 });
}

/** Sends a code and reads it from the fake's inbox, without limits. `phone` has 11 digits. */
export async function sentCode(
  upstream: TestUpstream,
  phone: string,
  purpose: SmsPurpose = "login",
  who?: number | { token: string },
): Promise<string> {
  const inbox = () => upstream.services.fakes?.sms.inbox() ?? [];
  await upstream.services.db.deleteFrom("rate_limits").execute();
  (inbox() as unknown[]).length = 0;
  const body = { purpose, captchaVerification: await captchaPass(upstream) };
  const options = typeof who === "number" ? { as: who } : { ...who };
  if (OWN.includes(purpose)) await upstream.call(accountApi.smsCode, { body: body as never }, options);
  else await upstream.call(smsApi.code, { body: { ...body, phone } as never }, options);
  const message = inbox().find((one) => one.phone === phone);
  if (!message) throw new Error(`no message to ${phone}`);
  return message.code;
}
