import type { z } from "zod";
import type { captchaCheckBody, captchaCheckData, captchaGetData } from "#app/contract/people/captcha";
import { MINUTE } from "#runtime/time-units";
import type { Call, Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { issueToken, redeemToken } from "#upstream/db/one-time-tokens";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import type { CaptchaType } from "#upstream/services/captcha/captcha";
import { BusyError } from "#upstream/services/storage/gate";

const PASS_LIFETIME = 3 * MINUTE;
const PASS = "captcha-pass";

/** Creates a captcha challenge; the solution stays on the server. @throws BusinessError RATE_LIMITED */
export async function askCaptcha(call: Call, captchaType: CaptchaType): Promise<z.input<typeof captchaGetData>> {
  const { db, captchas, client } = call;
  await consumeLimits(db, call, [{ limit: "captchaGet", subject: networkOf(client.ip) }]);
  const { ask, lifetime } = captchas[captchaType];
  const { question, answer } = await ask().catch((error: unknown) => {
    throw error instanceof BusyError ? new BusinessError("RATE_LIMITED", undefined, { retryAfter: 1 }) : error;
  });
  const token = await issueToken(db, call, { purpose: `captcha/${captchaType}`, payload: answer, lifetime });
  return { captchaType, token, ...question };
}

/**
 * Exchanges a correct solution for a pass. Each challenge accepts one attempt.
 * @throws BusinessError CAPTCHA_WRONG, CAPTCHA_EXPIRED, RATE_LIMITED
 */
export async function checkCaptcha(
  call: Call,
  { captchaType, token, pointJson }: z.output<typeof captchaCheckBody>,
): Promise<z.input<typeof captchaCheckData>> {
  const { db, captchas, client } = call;
  await consumeLimits(db, call, [{ limit: "captchaCheck", subject: networkOf(client.ip) }]);
  const { check, proof } = captchas[captchaType];
  const answer = await redeemToken<object>(db, call, `captcha/${captchaType}`, token);
  if (answer === null) throw new BusinessError("CAPTCHA_EXPIRED");
  if (!(await check(answer, pointJson))) throw new BusinessError("CAPTCHA_WRONG");
  const made = proof(token, answer, pointJson);
  const pass = { purpose: PASS, payload: captchaType, lifetime: PASS_LIFETIME, ...(made ? { token: made } : {}) };
  return { result: true, captchaVerification: await issueToken(db, call, pass) };
}

/** Redeems a pass. @throws BusinessError CAPTCHA_REQUIRED if it is invalid or expired */
export async function redeemPass(
  db: Db,
  services: Pick<Services, "clock">,
  captchaVerification: string,
): Promise<void> {
  if ((await redeemToken(db, services, PASS, captchaVerification)) !== null) return;
  throw new BusinessError("CAPTCHA_REQUIRED", undefined, { fields: { captchaVerification: "请先完成验证" } });
}
