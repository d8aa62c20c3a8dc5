import { userApi } from "#app/contract/user";
import { found } from "../../http/errors";
import { implement } from "../../http/implement";
import { findAccount, findBaseInfo, isFollowing } from "./queries";
import { baseInfoView, clientUserView } from "./view";

export const user = implement(userApi, {
  async tokenQueryClientUser(_, { db, viewer }) {
    return clientUserView(found(await findAccount(db, found(viewer).userId)));
  },

  async editor(_, { db, viewer }) {
    const row = found(await findAccount(db, found(viewer).userId));
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
    };
  },

  async baseInfo({ query: { userId } }, { db, viewer, dependsOn }) {
    dependsOn(`user/${userId}`, `profile/${userId}`);
    const row = found(await findBaseInfo(db, userId));
    const me = viewer?.userId === userId;
    const followed = viewer !== null && !me && (await isFollowing(db, viewer.userId, userId));
    return baseInfoView(row, { followed, me });
  },
});
