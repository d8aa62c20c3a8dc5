import { consoleApi } from "#app/contract/admin/console";
import { permissionsOf } from "#app/contract/permissions";
import { nowIso } from "#upstream/call/context";
import { found, invalid } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { checkOwnPassword } from "#upstream/modules/user/prove-owner";
import { findAccount } from "#upstream/modules/user/queries";
import { overviewCards } from "./overview";
import {
  allowSudo,
  beginFactor,
  confirmFactor,
  countGuess,
  stateOfFactor,
  takeCode,
  verifyFactor,
} from "./second-factor";

export const staffConsole = implement(consoleApi, {
  async me(_, { db, viewer, config }) {
    const { userId, roles, verified, sudoUntil } = viewer;
    const account = found(
      await db
        .selectFrom("users as u")
        .leftJoin("second_factors as f", "f.user_id", "u.id")
        .select(["u.nickname", "u.password_hash", "f.user_id as factor", "f.confirmed_at"])
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
      verified: verified || config.mode !== "production",
      sudoUntil,
      hasPassword: account.password_hash !== null,
    };
  },

  overview: async (_, call) => ({
    cards: await overviewCards(call.db, permissionsOf(call.viewer.roles), nowIso(call)),
  }),

  beginFactor: (_, call) => beginFactor(call),

  confirmFactor: async ({ body: { code } }, call) => ({ recoveryCodes: await confirmFactor(call, code) }),

  async verify({ body: { code } }, call) {
    await verifyFactor(call, code);
    return null;
  },

  async sudo({ body: { password, code } }, call) {
    const { db, viewer } = call;
    if (code) {
      await countGuess(call);
      return transact(db, async (trx) => {
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
