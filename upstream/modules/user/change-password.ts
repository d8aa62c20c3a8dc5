import type { Call } from "../../context";
import { transact } from "../../db/transact";
import { BusinessError, found, invalid } from "../../http/errors";
import { forgive, spend } from "../../http/limits";
import { redeemCodes } from "../sms/codes";
import { isPassword, newPasswordHash } from "./password";
import { findAccount } from "./queries";
import { endOtherSessions } from "./session";
import { localPhone } from "./view";

const CODE_NEEDED = "请用短信验证码确认";

type Change = { oldPassword: string; code?: string | undefined; newPassword: string };

/**
 * Sets a new password, proven by the old one or by a code sent to the own number; every other login ends.
 * @throws BusinessError INVALID_PARAMS with `data.fields`, SMS_CODE_WRONG, RATE_LIMITED
 */
export async function changePassword(call: Call, { oldPassword, code, newPassword }: Change): Promise<void> {
  const viewer = found(call.viewer);
  const account = found(await findAccount(call.db, viewer.userId));
  const phone = localPhone(account.phone);
  if (code === undefined) {
    if (account.password_hash === null) {
      throw new BusinessError("SMS_CODE_WRONG", CODE_NEEDED, { fields: { code: CODE_NEEDED } });
    }
    if (!oldPassword) throw invalid({ oldPassword: "请输入原密码" });
    const guesses = { limit: "loginAccount", subject: phone ?? `user ${viewer.userId}` } as const;
    await spend(call.db, call, [guesses]);
    if (!(await isPassword(call, oldPassword, account.password_hash))) throw invalid({ oldPassword: "原密码不正确" });
    await forgive(call.db, [guesses]);
  }
  const password_hash = await newPasswordHash(call, {
    password: newPassword,
    phone: account.phone,
    field: "newPassword",
  });
  if (code !== undefined) await redeemCodes(call, [{ phone: phone ?? "", code, purpose: "change-password" }]);
  await transact(call.db, async (trx) => {
    await trx.updateTable("users").set({ password_hash }).where("id", "=", viewer.userId).execute();
    await endOtherSessions(trx, viewer);
  });
}
