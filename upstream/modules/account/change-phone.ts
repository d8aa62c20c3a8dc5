import type { MembersCall } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { isUniqueViolation } from "#upstream/db/dialect";
import { checkCodes, type Given, storedPhone, takeCodes } from "#upstream/modules/sms/codes";
import { changeCredential } from "#upstream/modules/user/change-credential";
import { findAccount } from "#upstream/modules/user/queries";
import { localPhone } from "#upstream/modules/user/view";

type Change = { currentCode?: string | undefined; phone: string; code: string; endOtherSessions: boolean };

/**
 * Changes the phone number, verified by a code sent to each of both numbers; an account's first number needs only its
 * own. The owner is notified, and other sessions are ended if requested.
 * @throws BusinessError SMS_CODE_WRONG, INVALID_PARAMS with `data.fields`
 */
export async function changePhone(
  call: MembersCall,
  { currentCode, phone, code, endOtherSessions }: Change,
): Promise<void> {
  const { userId } = call.viewer;
  const current = localPhone(found(await findAccount(call.db, userId)).phone);
  if (current === phone) throw invalid({ phone: "这就是现在绑定的手机号" });
  const codes: Given[] = [{ phone, purpose: "change-phone", code }];
  if (current !== null) {
    if (currentCode === undefined) throw invalid({ currentCode: "请输入原手机收到的验证码" });
    codes.unshift({ phone: current, purpose: "current-phone", code: currentCode, field: "currentCode" });
  }
  await checkCodes(call, codes);
  await changeCredential(call, "phone", async (trx) => {
    // Rolled back with the rest: who typed a number that is taken needs no new code to the old one.
    await takeCodes(trx, call, codes);
    await trx
      .updateTable("users")
      .set({ phone: storedPhone(phone) })
      .where("id", "=", userId)
      .execute();
    return { changed: true, endOthers: endOtherSessions };
  }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // The caller has verified that the number is theirs, so this reveals nothing to strangers.
    throw invalid({ phone: "这个手机号已绑定其他账号" });
  });
}
