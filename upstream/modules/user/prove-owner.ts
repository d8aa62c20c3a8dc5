import type { SmsPurpose } from "#app/contract/people/sms";
import type { MembersCall } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { issueToken, redeemToken } from "#upstream/db/one-time-tokens";
import { redeemCodes } from "#upstream/modules/sms/codes";
import { consumeLimits, resetLimits } from "#upstream/policy/limits";
import { isPassword } from "./password";
import { findAccount } from "./queries";
import { type AccountRow, localPhone } from "./view";

/** Seconds; long enough to find one's phone and to confirm on WeChat's page. */
const LIFETIME = 10 * 60;
const OWNER_PROOF = "owner-proof";
const CODE_NEEDED = "请用短信验证码确认";

/** Payload of a proof: the session it was given in, and what was chosen with it. */
type Proof = { userId: number; session: string; endOtherSessions: boolean };

/**
 * Verifies the caller's password, entered in `field`, labelled `label`; attempts are counted by member,
 * so that strangers who enter their number at the login take none of them.
 * @throws BusinessError INVALID_PARAMS with `data.fields`, SMS_CODE_WRONG if there is no password, RATE_LIMITED
 */
export async function checkOwnPassword(
  call: MembersCall,
  { phone, password_hash }: Pick<AccountRow, "phone" | "password_hash">,
  { password, field, label }: { password: string; field: string; label: string },
): Promise<void> {
  const { userId } = call.viewer;
  if (password_hash === null) {
    throw new BusinessError("SMS_CODE_WRONG", CODE_NEEDED, { fields: { code: CODE_NEEDED } });
  }
  if (!password) throw invalid({ [field]: `请输入${label}` });
  const instead = call.sms && localPhone(phone) !== null ? "改用短信验证码" : undefined;
  const guesses = { limit: "loginAccount", subject: `user ${userId}`, instead } as const;
  await consumeLimits(call.db, call, [guesses]);
  if (!(await isPassword(password, password_hash))) throw invalid({ [field]: `${label}不正确` });
  await resetLimits(call.db, [guesses]);
}

/**
 * Verifies the caller's password, or a code for `purpose` sent to their own number.
 * @throws BusinessError INVALID_PARAMS with `data.fields`, SMS_CODE_WRONG, PHONE_REQUIRED, RATE_LIMITED
 */
export async function checkOwner(
  call: MembersCall,
  { password, code, purpose }: { password: string; code?: string | undefined; purpose: SmsPurpose },
): Promise<void> {
  const account = found(await findAccount(call.db, call.viewer.userId));
  if (code === undefined) {
    return checkOwnPassword(call, account, { password, field: "password", label: "密码" });
  }
  const phone = localPhone(account.phone);
  if (phone === null) throw new BusinessError("PHONE_REQUIRED");
  await redeemCodes(call, [{ phone, code, purpose }]);
}

/**
 * Issues a proof that the owner is acting, for the password or a code sent to their own number. It works once, in this
 * session.
 * @throws BusinessError INVALID_PARAMS with `data.fields`, SMS_CODE_WRONG, PHONE_REQUIRED, RATE_LIMITED
 */
export async function proveOwner(
  call: MembersCall,
  { password, code, endOtherSessions }: { password: string; code?: string | undefined; endOtherSessions: boolean },
): Promise<{ proof: string; expiresIn: number }> {
  const { userId, tokenHash } = call.viewer;
  await checkOwner(call, { password, code, purpose: "change-weixin" });
  const payload: Proof = { userId, session: tokenHash, endOtherSessions };
  const proof = await issueToken(call.db, call, { purpose: OWNER_PROOF, payload, lifetime: LIFETIME * 1000 });
  return { proof, expiresIn: LIFETIME };
}

/**
 * Redeems a proof; if the transaction fails, it stays valid. @returns what was chosen with it
 * @throws BusinessError FORBIDDEN if it is unknown, used, expired or of another session
 */
export async function redeemProof(trx: Db, call: MembersCall, proof: string): Promise<Pick<Proof, "endOtherSessions">> {
  const { userId, tokenHash } = call.viewer;
  const kept = await redeemToken<Proof>(trx, call, OWNER_PROOF, proof);
  if (kept?.userId !== userId || kept.session !== tokenHash) {
    throw new BusinessError("FORBIDDEN", "确认已失效，请重新确认是你本人");
  }
  return kept;
}
