import { consoleApi } from "#app/contract/admin/system/console";
import { permissionsOf } from "#app/contract/permissions";
import { nowIso } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { takeProof } from "#upstream/modules/passkey/proof";
import { checkOwnPassword } from "#upstream/modules/user/prove-owner";
import { findAccount } from "#upstream/modules/user/queries";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import { relyingPartyOf, requireParty } from "#upstream/policy/relying-party";
import { countGuess, takeCode } from "./factor-codes";
import { overviewCards } from "./overview";
import { confirmNewFactor, renewRecoveryCodes, replaceFactor } from "./replace-factor";
import { allowSudo, beginFactor, confirmFactor, stateOfFactor, verifyFactor } from "./second-factor";

export const staffConsole = implement(consoleApi, {
  async me(_, { db, viewer, config }) {
    const { userId, roles, verified, sudoUntil } = viewer;
    const account = found(
      await db
        .selectFrom("users as u")
        .leftJoin("second_factors as f", "f.user_id", "u.id")
        .select(["u.nickname", "u.password_hash", "f.user_id as factor", "f.confirmed_at"])
        .select((eb) =>
          eb.selectFrom("passkeys as p").select("p.id").whereRef("p.user_id", "=", "u.id").limit(1).as("passkey"),
        )
        .select((eb) =>
          eb
            .selectFrom("recovery_codes as c")
            .select((of) => of.fn.countAll().as("left"))
            .whereRef("c.user_id", "=", "u.id")
            .as("recovery_codes"),
        )
        .where("u.id", "=", userId)
        .where("u.deleted_at", "is", null)
        .executeTakeFirst(),
    );
    return {
      userId,
      nickname: account.nickname,
      roles,
      permissions: [...permissionsOf(roles)],
      factor: stateOfFactor(account.factor === null ? undefined : account),
      recoveryCodes: Number(account.recovery_codes),
      verified: verified || config.mode !== "production",
      sudoUntil,
      hasPassword: account.password_hash !== null,
      hasPasskey: account.passkey !== null && relyingPartyOf(config) !== null,
    };
  },

  overview: async (_, call) => ({
    cards: await overviewCards(call.db, permissionsOf(call.viewer.roles), nowIso(call)),
  }),

  beginFactor: (_, call) => beginFactor(call),

  confirmFactor: async ({ body: { code } }, call) => ({ recoveryCodes: await confirmFactor(call, code) }),

  replaceFactor: (_, call) => replaceFactor(call),

  confirmNewFactor: async ({ body: { code } }, call) => ({ recoveryCodes: await confirmNewFactor(call, code) }),

  renewRecoveryCodes: async (_, call) => ({ recoveryCodes: await renewRecoveryCodes(call) }),

  verify: async ({ body: { code } }, call) => ({ recoveryCodesLeft: await verifyFactor(call, code) }),

  async sudo({ body: { password, code, credential } }, call) {
    const { db, viewer } = call;
    if (credential) {
      const count = await takeProof(call, requireParty(call), credential);
      return transact(db, async (trx) => {
        await count(trx);
        return { until: await allowSudo(trx, call) };
      });
    }
    if (code) {
      await countGuess(call);
      return transact(db, async (trx) => {
        await holdOwnAccount(trx, viewer.userId);
        await takeCode(trx, call, code);
        return { until: await allowSudo(trx, call) };
      });
    }
    const account = found(await findAccount(db, viewer.userId));
    if (account.password_hash === null) throw invalid({ code: "请输入第二步验证的验证码" });
    await checkOwnPassword(call, account, { password, field: "password", label: "密码" });
    return { until: await allowSudo(db, call) };
  },
});
