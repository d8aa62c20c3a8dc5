import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { ownSmsPurpose, type SmsPurpose } from "#app/contract/people/sms";
import { MINUTE, SECOND } from "#runtime/time-units";
import { type Call, isoIn, type Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { redeemPass } from "#upstream/modules/captcha/pass";
import {
  consumeLimits,
  LIMITS,
  LimitError,
  type LimitUse,
  networkOf,
  resetLimits,
  smsBudgetOf,
} from "#upstream/policy/limits";
import { deriveKey } from "#upstream/services/keys/derive-key";
import { SmsError } from "#upstream/services/sms/sms";

/** Seconds after which another code may be sent to a number. */
const RESEND_AFTER = 60;
/** Validity of a code in milliseconds. */
export const CODES_LAST = 5 * MINUTE;
/**
 * Attempts at a code from the network that requested it, and as many from all others together: strangers who guess can't
 * use up those of the person who received it. Over a day, `smsPhoneDay` bounds the former, by ten codes, and `smsGuessDay`
 * the latter; strangers can use up only these.
 */
const TRIES_MAX = 5;
/** Share of a number's codes per day that one network may request. */
const NETWORK_SHARE = LIMITS.smsPhoneNetworkDay.max / LIMITS.smsPhoneDay.max;
const CODES = 1_000_000;

type WantedCode = { phone: string; purpose: SmsPurpose };

/**
 * Sends a new code, replacing the previous one, for a captcha pass. `phone` has 11 digits. Whether the number belongs
 * to anybody makes no difference.
 * @throws BusinessError CAPTCHA_REQUIRED, RATE_LIMITED, SMS_FAILED, INVALID_PARAMS if the number can't be reached
 */
export async function sendCode(
  call: Call,
  { phone, purpose, captchaVerification }: WantedCode & { captchaVerification: string },
): Promise<{ resendAfter: number; expiresIn: number }> {
  const { db, sms, clock } = call;
  if (!sms) throw new BusinessError("SMS_FAILED", "本站没有开通短信服务");
  await redeemPass(db, call, captchaVerification);
  await spendSending(call, phone, purpose);
  const code = String(randomInt(CODES)).padStart(6, "0");
  const fresh = {
    code_hash: hashCode(call, { phone, purpose }, code),
    tries: 0,
    other_tries: 0,
    network: networkOf(call.client.ip),
    expires_at: isoIn({ clock }, CODES_LAST),
  };
  await db
    .insertInto("sms_codes")
    .values({ phone: storedPhone(phone), purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(["phone", "purpose"]).doUpdateSet(fresh))
    .execute();
  await sms.sendCode(phone, code).catch((error: unknown) => failed(call, bucketOf(call, { phone, purpose }), error));
  return { resendAfter: RESEND_AFTER, expiresIn: CODES_LAST / SECOND };
}

/**
 * Sends a useless code, to test delivery. `phone` has 11 digits.
 * @throws BusinessError RATE_LIMITED, SMS_FAILED, INVALID_PARAMS if the number can't be reached
 */
export async function sendTrialCode(call: Call, phone: string): Promise<void> {
  const { sms } = call;
  if (!sms) throw new BusinessError("SMS_FAILED", "本站没有开通短信服务");
  await spendSending(call, phone);
  const code = String(randomInt(CODES)).padStart(6, "0");
  await sms.sendCode(phone, code).catch((error: unknown) => failed(call, phone, error));
}

/**
 * Subject that codes are counted for: the number, which anybody may enter; or the member, for codes that only a login of
 * theirs can request for their own number. So strangers who enter the number take none of the latter.
 */
function bucketOf({ viewer }: Call, { phone, purpose }: { phone: string; purpose?: SmsPurpose | undefined }): string {
  const own = viewer !== null && ownSmsPurpose.options.some((one) => one === purpose);
  return own ? `user ${viewer.userId}` : phone;
}

/** @throws LimitError */
async function spendSending(call: Call, phone: string, purpose?: SmsPurpose): Promise<void> {
  const instead = purpose === "login" ? "使用密码登录" : undefined;
  const subject = bucketOf(call, { phone, purpose });
  const network = networkOf(call.client.ip);
  const uses: LimitUse[] = [
    { limit: "smsPause", subject },
    { limit: "smsPhoneHour", subject, instead },
    { limit: "smsPhoneDay", subject, instead },
    { limit: "smsAddressHour", subject: network },
    { limit: "smsSiteDay", subject: "all", max: smsBudgetOf(call), instead },
  ];
  if (subject === phone) {
    const perDay = Math.ceil((call.limits.maxOf("smsPhoneDay") ?? LIMITS.smsPhoneDay.max) * NETWORK_SHARE);
    const both = `${phone} ${network}`;
    uses.push({ limit: "smsPhoneNetworkHour", subject: both, instead });
    uses.push({ limit: "smsPhoneNetworkDay", subject: both, max: perDay, instead });
  }
  try {
    await consumeLimits(call.db, call, uses);
  } catch (error) {
    if (error instanceof LimitError && error.limit === "smsSiteDay") {
      call.note("sms_budget_spent", { budget: smsBudgetOf(call) });
    }
    throw error;
  }
}

/**
 * Refuses after a failure: an unsent message may be requested again at once; one that may have been sent counts as
 * sent.
 */
async function failed(call: Call, subject: string, error: unknown): Promise<never> {
  if (!(error instanceof SmsError)) throw error;
  call.note("sms_failed", { reason: error.reason, error: error.message });
  if (error.reason === "unknown") throw new BusinessError("SMS_FAILED", "短信服务没有回应；一分钟后仍没有收到，请重试");
  if (error.reason === "limited") throw new BusinessError("RATE_LIMITED", undefined, { retryAfter: RESEND_AFTER });
  await resetLimits(call.db, [{ limit: "smsPause", subject }]);
  if (error.reason === "refused") throw new BusinessError("SMS_FAILED");
  const fields = { phone: "短信无法发送到这个号码" };
  throw new BusinessError("INVALID_PARAMS", fields.phone, { fields });
}

/** Code that somebody entered. */
export type Given = WantedCode & {
  code: string;
  /** Field in which an error is reported; `code` by default. */
  field?: string;
};

/**
 * Redeems codes, all or none. Each attempt counts.
 * @throws BusinessError SMS_CODE_WRONG with `data.fields`; RATE_LIMITED for too many attempts from one network
 */
export async function redeemCodes(call: Call, given: readonly Given[]): Promise<void> {
  await checkCodes(call, given);
  await transact(call.db, (trx) => takeCodes(trx, call, given));
}

/**
 * Counts an attempt at each code and leaves correct ones to `takeCodes`.
 * @throws BusinessError like `redeemCodes`
 */
export async function checkCodes(call: Call, given: readonly Given[]): Promise<void> {
  await consumeLimits(call.db, call, [{ limit: "smsCheckAddress", subject: networkOf(call.client.ip) }]);
  const wrong: Given[] = [];
  for (const one of given) if (!(await guess(call, one))) wrong.push(one);
  if (wrong.length > 0) throw wrongCodes(wrong);
}

/**
 * Uses up checked codes in the transaction of what they are for; if that fails, they stay valid.
 * @throws BusinessError SMS_CODE_WRONG if one was used meanwhile
 */
export async function takeCodes(trx: Db, call: Call, given: readonly Given[]): Promise<void> {
  for (const one of given) if (!(await take(trx, call, one))) throw wrongCodes(given);
}

function wrongCodes(given: readonly Given[]): BusinessError {
  const fields = Object.fromEntries(given.map(({ field = "code" }) => [field, "验证码错误或已失效，请核对或重新获取"]));
  return new BusinessError("SMS_CODE_WRONG", undefined, { fields });
}

/** Counts an attempt at a code that can still be tried, and returns whether it is correct. @throws LimitError */
async function guess(call: Call, { phone, purpose, code }: Given): Promise<boolean> {
  const network = networkOf(call.client.ip);
  const here = sql<boolean>`network = ${network}`;
  const row = await call.db
    .updateTable("sms_codes")
    .set({
      tries: sql`case when ${here} then tries + 1 else tries end`,
      other_tries: sql`case when ${here} then other_tries else other_tries + 1 end`,
    })
    .where("phone", "=", storedPhone(phone))
    .where("purpose", "=", purpose)
    .where(sql<number>`case when ${here} then tries else other_tries end`, "<", TRIES_MAX)
    .where("expires_at", ">", call.clock().toISOString())
    .returning(["code_hash", "network"])
    .executeTakeFirst();
  // Not for a code that doesn't exist, or anybody could use up a number's attempts without having one sent.
  if (row && row.network !== network) {
    await consumeLimits(call.db, call, [{ limit: "smsGuessDay", subject: bucketOf(call, { phone, purpose }) }]);
  }
  const hash = hashCode(call, { phone, purpose }, code);
  return timingSafeEqual(Buffer.from(hash), Buffer.from(row?.code_hash ?? "".padEnd(hash.length)));
}

async function take(trx: Db, call: Call, { phone, purpose, code }: Given): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("sms_codes")
    .where("phone", "=", storedPhone(phone))
    .where("purpose", "=", purpose)
    .where("code_hash", "=", hashCode(call, { phone, purpose }, code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stored form of a number of 11 digits: with the country code. */
export const storedPhone = (phone: string): string => `86${phone}`;

function hashCode({ config }: Pick<Services, "config">, { phone, purpose }: WantedCode, code: string): string {
  const key = deriveKey(config.secretKey, "sms-code");
  return createHmac("sha256", key).update(`${phone}|${purpose}|${code}`).digest("hex");
}
