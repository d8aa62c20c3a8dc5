import type { MembersCall } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { redeemCodes } from "#upstream/modules/sms/codes";
import { changeCredential } from "./change-credential";
import { newPasswordHash } from "./password";
import { checkOwnPassword } from "./prove-owner";
import { findAccount } from "./queries";
import { localPhone } from "./view";

type Change = { oldPassword: string; code?: string | undefined; newPassword: string };

/**
 * Sets a new password, verified by the old one or by a code sent to the caller's own number; all other sessions end.
 * @throws BusinessError INVALID_PARAMS with `data.fields`, SMS_CODE_WRONG, RATE_LIMITED
 */
export async function changePassword(call: MembersCall, { oldPassword, code, newPassword }: Change): Promise<void> {
  const viewer = call.viewer;
  const account = found(await findAccount(call.db, viewer.userId));
  const phone = localPhone(account.phone);
  if (code === undefined) {
    await checkOwnPassword(call, account, { password: oldPassword, field: "oldPassword", label: "原密码" });
  }
  const password_hash = await newPasswordHash(call, {
    password: newPassword,
    phone: account.phone,
    name: account.author_nickname,
    field: "newPassword",
  });
  if (code !== undefined) await redeemCodes(call, [{ phone: phone ?? "", code, purpose: "change-password" }]);
  await changeCredential(call, "password", async (trx) => {
    const own = trx.updateTable("users").set({ password_hash }).where("id", "=", viewer.userId);
    // An old password is no longer valid if another one was set meanwhile.
    const proven = code === undefined ? own.where("password_hash", "=", account.password_hash) : own;
    if (!(await proven.returning("id").executeTakeFirst())) throw invalid({ oldPassword: "原密码不正确" });
    return { changed: true, endOthers: true };
  });
}
