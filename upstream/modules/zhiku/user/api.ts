import { zhikuUserApi } from "#app/contract/zhiku/user";
import type { MembersCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { identify } from "#upstream/modules/user/bind-wechat";
import { findByIdentity } from "#upstream/modules/user/identity";
import { logIn, loginByCode, loginByPassword } from "#upstream/modules/user/login";
import { askForPhone } from "#upstream/modules/user/wechat-handles";
import { findProfile } from "#upstream/modules/zhiku/profile/queries";
import { changeZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { userRights } from "#upstream/modules/zhiku/rights/user-rights";
import { register } from "./register";

/** Zhiku's login calls; they use the site's accounts, passwords and sessions. */
export const zhikuUser = implement(zhikuUserApi, {
  get: (_, call) => ownProfile(call),

  async update({ body }, call) {
    await changeZhikuProfile(call, body);
    return ownProfile(call);
  },

  login: ({ body }, call) => loginByPassword(call, body),
  loginSms: ({ body }, call) => loginByCode(call, body),

  // The caller must check the state, which belongs to the browser that was sent to WeChat's page.
  async loginWechat({ body: { code } }, call) {
    const person = await identify(call, code);
    const known = await findByIdentity(call.db, person.subject);
    if (!known) return askForPhone(call, person);
    const isNew = known.registration_pending === 1;
    const login = await transact(call.db, (trx) => logIn(trx, call, known.id, { isNew, method: "weixin" }));
    return { kind: "login" as const, ...login };
  },

  async logout(_, { db, viewer }) {
    if (viewer) await db.deleteFrom("sessions").where("token_hash", "=", viewer.tokenHash).execute();
    return null;
  },

  register: ({ body }, call) => register(call, body),
  registerWechat: ({ body }, call) => loginByCode(call, body),
  rightsList: (_, call) => userRights(call, call.viewer.userId),
});

async function ownProfile(call: MembersCall) {
  const { userId } = call.viewer;
  const [profile, rights] = await Promise.all([findProfile(call.db, userId), userRights(call, userId)]);
  return { ...profile, rights };
}
