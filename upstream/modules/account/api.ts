import { accountApi } from "#app/contract/people/account";
import { callerOf, type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, found, invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { redeemCodes, sendCode } from "#upstream/modules/sms/codes";
import { removeReleased } from "#upstream/modules/upload/remove-released";
import { usedBySite } from "#upstream/modules/upload/used-by-site";
import { ownAccount } from "#upstream/modules/user/api";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { checkOwnPassword, proveOwner } from "#upstream/modules/user/prove-owner";
import { findAccount } from "#upstream/modules/user/queries";
import { endOtherSessions } from "#upstream/modules/user/session";
import { localPhone, maskPhone } from "#upstream/modules/user/view";
import { closePendingOrders } from "#upstream/modules/zhiku/order/close-pending";
import { consumeLimits } from "#upstream/policy/limits";
import { refuseLastOwner } from "#upstream/policy/staff-roles";
import { changePhone } from "./change-phone";
import { exportPerson } from "./export";
import { endSession, listSessions } from "./sessions";

/**
 * Requires an SMS code before an irreversible action, since a password may have been seen by others. If no codes can be
 * sent, the password suffices, or nobody could close their account.
 * @throws BusinessError PHONE_REQUIRED, SMS_CODE_WRONG, INVALID_PARAMS with `data.fields`, RATE_LIMITED
 */
async function proveCloser(call: MembersCall, { code, password }: { code?: string | undefined; password: string }) {
  const account = found(await findAccount(call.db, call.viewer.userId));
  if (!call.sms) return checkOwnPassword(call, account, { password, field: "password", label: "密码" });
  const phone = localPhone(account.phone);
  if (phone === null) throw new BusinessError("PHONE_REQUIRED");
  if (code === undefined) throw invalid({ code: "请输入短信验证码" });
  await redeemCodes(call, [{ phone, code, purpose: "close-account" }]);
}

export const account = implement(accountApi, {
  async smsCode({ body }, call) {
    const { phone } = found(await findAccount(call.db, call.viewer.userId));
    if (phone === null) throw new BusinessError("PHONE_REQUIRED");
    const sent = await sendCode(call, { ...body, phone: localPhone(phone) ?? "" });
    return { ...sent, phone: maskPhone(phone) ?? "" };
  },

  async changePhone({ body }, call) {
    await changePhone(call, body);
    return ownAccount(call);
  },

  prove: ({ body }, call) => proveOwner(call, body),

  sessions: (_, call) => listSessions(call, call.viewer),

  async endSession({ body }, { db, viewer }) {
    if (!(await endSession(db, viewer.userId, body.id))) throw new BusinessError("NOT_FOUND");
    return null;
  },

  endOtherSessions: async (_, call) => ({ ended: await endOtherSessions(call.db, call) }),

  async export(_, call) {
    const { userId } = call.viewer;
    await consumeLimits(call.db, call, [{ limit: "exportDay", subject: userId }]);
    // Not as JSON, which the app would take for an envelope.
    return new Response(exportPerson(call.db, userId, nowIso(call)), {
      headers: { "content-type": "application/octet-stream", "cache-control": "private, no-store" },
    });
  },

  async close({ body }, call) {
    const { userId } = call.viewer;
    await proveCloser(call, body);
    const shown = await usedBySite(call.db, userId);
    const files = await transact(call.db, async (trx) => {
      await refuseLastOwner(trx, userId);
      return deleteUser(trx, call, userId, shown);
    });
    call.noteSecurity("account_closed", callerOf(call));
    await closePendingOrders(call, userId);
    await removeReleased(call, files);
    return null;
  },
});
