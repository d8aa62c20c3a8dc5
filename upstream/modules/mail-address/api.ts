import { mailAddressApi } from "#app/contract/notification/mail-address";
import { implement } from "#upstream/call/implement";
import { confirmAddress, removeAddress, sendConfirmation } from "./confirm";
import { ownAddressOf } from "./queries";

export const mailAddress = implement(mailAddressApi, {
  get: (_, call) => ownAddressOf(call.db, call, call.viewer.userId),
  ask: ({ body }, call) => sendConfirmation(call, body.address),

  async confirm({ body }, call) {
    await confirmAddress(call, body.code);
    return ownAddressOf(call.db, call, call.viewer.userId);
  },

  async remove(_, call) {
    await removeAddress(call);
    return ownAddressOf(call.db, call, call.viewer.userId);
  },
});
