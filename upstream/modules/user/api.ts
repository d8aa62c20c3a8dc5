import { type ClientUser, userApi } from "#app/contract/people/user";
import type { MembersCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { bindWechat, unbindWechat } from "./bind-wechat";
import { changePassword } from "./change-password";
import { loginByCode, loginByPassword } from "./login";
import { changeProfile, completeRegistration } from "./profile";
import { findAccount, findBaseInfo, isClosed, isFollowing } from "./queries";
import { baseInfoView, clientUserView, localPhone } from "./view";

const CLOSED = "这个账号已经注销。发表过的内容还在原处，署名“已注销用户”";

/** The caller's own account. */
export const ownAccount = async ({ db, viewer }: Pick<MembersCall, "db" | "viewer">): Promise<ClientUser> =>
  clientUserView(found(await findAccount(db, viewer.userId)));

export const user = implement(userApi, {
  loginOrRegisterByPhone: ({ body }, call) => loginByCode(call, body),
  login: ({ body }, call) => loginByPassword(call, body),

  async logout(_, { db, viewer }) {
    await db.deleteFrom("sessions").where("token_hash", "=", viewer.tokenHash).execute();
    return null;
  },

  tokenQueryClientUser: (_, call) => ownAccount(call),

  async update({ body }, call) {
    await changeProfile(call, body);
    return ownAccount(call);
  },

  async complete({ body }, call) {
    await completeRegistration(call, body);
    return ownAccount(call);
  },

  async updatePwd({ body }, call) {
    await changePassword(call, body);
    return null;
  },

  async wechatBind({ body }, call) {
    await bindWechat(call, body);
    return ownAccount(call);
  },

  async wechatUnbind({ body }, call) {
    await unbindWechat(call, body.proof ?? "");
    return ownAccount(call);
  },

  async editor(_, { db, viewer }) {
    const row = found(await findAccount(db, viewer.userId));
    const { userId, nickname, avatar, headline, phone, weixinBound } = clientUserView(row);
    return {
      userId,
      nickname,
      avatar,
      headline,
      bio: row.bio,
      company: row.company,
      city: row.city,
      collectionsPrivate: row.collections_private === 1,
      phone,
      weixinBound,
      loginName: localPhone(row.phone),
    };
  },

  async baseInfo({ query: { userId } }, { db, viewer, dependsOn }) {
    dependsOn(`user/${userId}`, `profile/${userId}`);
    const info = await findBaseInfo(db, userId);
    // Links to it remain beside what was published.
    if (!info && (await isClosed(db, userId))) throw new BusinessError("NOT_FOUND", CLOSED);
    const row = found(info);
    const me = viewer?.userId === userId;
    const followed = viewer !== null && !me && (await isFollowing(db, viewer.userId, userId));
    return baseInfoView(row, { followed, me });
  },
});
