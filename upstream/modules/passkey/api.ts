import { passkeyApi } from "#app/contract/people/passkey";
import type { Call } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { checkOwner } from "#upstream/modules/user/prove-owner";
import { provenUntil, proveSession, requireProven } from "#upstream/modules/user/session";
import { consumeLimits } from "#upstream/policy/limits";
import { requireParty } from "#upstream/policy/relying-party";
import { beginAdding, finishAdding } from "./add";
import { beginLogin, loginByPasskey } from "./login";
import { passkeysOf, passkeyView, removePasskey, renamePasskey } from "./passkeys";
import { beginProof, takeProof } from "./proof";

const countOwner = (call: Call<"user">) =>
  consumeLimits(call.db, call, [{ limit: "passkeyHour", subject: call.viewer.userId }]);

export const passkey = implement(passkeyApi, {
  loginOptions: async (_, call) => ({ options: await beginLogin(call, requireParty(call)) }),

  login: ({ body }, call) => loginByPasskey(call, requireParty(call), body.credential),

  list: async (_, call) => ({
    passkeys: (await passkeysOf(call.db, call.viewer.userId)).map(passkeyView),
    provenUntil: await provenUntil(call),
  }),

  async prove({ body: { password, code, credential } }, call) {
    const count = credential && (await takeProof(call, requireParty(call), credential));
    if (!count) await checkOwner(call, { password, code, purpose: "change-passkey" });
    return transact(call.db, async (trx) => {
      await count?.(trx);
      return { until: await proveSession(trx, call) };
    });
  },

  async proofOptions(_, call) {
    await countOwner(call);
    return { options: await beginProof(call, requireParty(call)) };
  },

  async addOptions(_, call) {
    await countOwner(call);
    await requireProven(call);
    return { options: await beginAdding(call, requireParty(call)) };
  },

  add: ({ body }, call) => finishAdding(call, requireParty(call), body),

  async rename({ body }, call) {
    await countOwner(call);
    await renamePasskey(call, body);
    return null;
  },

  async remove({ body: { id } }, call) {
    await countOwner(call);
    await requireProven(call);
    await removePasskey(call, id);
    return null;
  },
});
