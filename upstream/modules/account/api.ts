import { accountApi } from "#app/contract/account";
import { callerOf, nowIso } from "../../context";
import { transact } from "../../db/transact";
import { BusinessError, found } from "../../http/errors";
import { implement } from "../../http/implement";
import { spend } from "../../http/limits";
import { redeemCodes, sendCode } from "../sms/codes";
import { ownAccount } from "../user/api";
import { deleteUser } from "../user/delete-user";
import { proveOwner } from "../user/prove-owner";
import { findAccount } from "../user/queries";
import { endOtherSessions } from "../user/session";
import { localPhone, maskPhone } from "../user/view";
import { closePendingOrders } from "../zhiku/order/close-pending";
import { changePhone } from "./change-phone";
import { exportPerson } from "./export";
import { endSession, listSessions } from "./sessions";

export const account = implement(accountApi, {
  async smsCode({ body }, call) {
    const { phone } = found(await findAccount(call.db, found(call.viewer).userId));
    if (phone === null) throw new BusinessError("PHONE_REQUIRED");
    const sent = await sendCode(call, { ...body, phone: localPhone(phone) ?? "" });
    return { ...sent, phone: maskPhone(phone) ?? "" };
  },

  async changePhone({ body }, call) {
    await changePhone(call, body);
    return ownAccount(call);
  },

  prove: ({ body }, call) => proveOwner(call, body),

  sessions: (_, call) => listSessions(call.db, found(call.viewer), nowIso(call)),

  async endSession({ body }, { db, viewer }) {
    if (!(await endSession(db, found(viewer).userId, body.id))) throw new BusinessError("NOT_FOUND");
    return null;
  },

  endOtherSessions: async (_, { db, viewer }) => ({ ended: await endOtherSessions(db, found(viewer)) }),

  async export(_, call) {
    const { userId } = found(call.viewer);
    await spend(call.db, call, [{ limit: "exportDay", subject: userId }]);
    return { ...(await exportPerson(call.db, userId)), exportedAt: nowIso(call) };
  },

  async close({ body }, call) {
    const { userId } = found(call.viewer);
    const phone = localPhone(found(await findAccount(call.db, userId)).phone);
    if (phone === null) throw new BusinessError("PHONE_REQUIRED");
    await redeemCodes(call, [{ phone, code: body.code, purpose: "close-account" }]);
    const files = await transact(call.db, (trx) => deleteUser(trx, call, userId));
    for (const key of files) await call.objects.remove(key);
    call.noteSecurity("account_closed", callerOf(call));
    await closePendingOrders(call, userId);
    return null;
  },
});
