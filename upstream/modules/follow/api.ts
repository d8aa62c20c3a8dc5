import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { followApi, type Person } from "#app/contract/follow";
import type { Call, MembersCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { keysOf } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { limitedWrite } from "#upstream/policy/limited-write";
import { followedUserIds } from "#upstream/viewer/follows";
import { listPeople } from "./queries";
import { setUserFollow } from "./write";

export const follow = implement(followApi, {
  add: ({ body }, call) => setFollow(call, body.userId, true),
  cancel: ({ body }, call) => setFollow(call, body.userId, false),
  fansList: ({ query }, call) => people(call, "fans", query),
  followList: ({ query }, call) => people(call, "followed", query),
});

const setFollow = (call: MembersCall, followedId: number, on: boolean) =>
  limitedWrite(call, "react", (trx, followerId) => setUserFollow(trx, call, { followerId, followedId, on }));

async function people(
  { db, viewer, dependsOn }: Call,
  side: "fans" | "followed",
  query: z.output<typeof authorPageQuery>,
) {
  dependsOn(`profile/${query.userId}`);
  const { total, rows } = await listPeople(db, side, query);
  const ids = rows.map((row) => row.author_user_id);
  dependsOn(...keysOf("user", ids), ...keysOf("profile", ids));
  const viewerId = viewer?.userId ?? null;
  const followed = await followedUserIds(db, viewerId, ids);
  const list: Person[] = rows.map((row) => ({
    ...authorView(row),
    answerCount: row.answer_count,
    articleCount: row.article_count,
    fansCount: row.fans_count,
    viewer: { followed: followed.has(row.author_user_id), me: row.author_user_id === viewerId },
  }));
  return { list, total, page: query.page, pageSize: query.pageSize };
}
