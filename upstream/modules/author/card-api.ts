import { authorCardApi } from "#app/contract/people/author-card";
import { found } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { authorView } from "#upstream/modules/author/author";
import { findPeople } from "#upstream/modules/author/person";
import { followedUserIds } from "#upstream/viewer/follows";

export const authorCard = implement(authorCardApi, {
  async get({ query: { userId, kind } }, { db, viewer, sharedPart }) {
    const card = await sharedPart(`author-card/${kind}/${userId}`, async (shared) => {
      shared.dependsOn(`user/${userId}`, `by/${kind}/${userId}`, `fans/${userId}`);
      const row = found((await findPeople(shared.db, { ids: [userId] })).at(0));
      return { ...authorView(row), writtenCount: row[`${kind}_count`], fansCount: row.fans_count };
    });
    const followed = await followedUserIds(db, viewer?.userId ?? null, [userId]);
    return { viewer: { followed: followed.has(userId), me: userId === viewer?.userId }, ...card };
  },
});
