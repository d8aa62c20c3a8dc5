import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { followApi } from "#app/contract/reading/follow";
import type { Call, MembersCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { keysOf } from "#upstream/db/versions";
import { personView } from "#upstream/modules/author/person";
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
  dependsOn(...keysOf("user", ids), ...keysOf("card/user", ids));
  const viewerId = viewer?.userId ?? null;
  const followed = await followedUserIds(db, viewerId, ids);
  const list = rows.map((row) => personView(row, { viewerId, followed }));
  return { list, total, page: query.page, pageSize: query.pageSize };
}
