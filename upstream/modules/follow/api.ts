import type { z } from "zod";
import type { authorPageQuery } from "#app/contract/common";
import { followApi, type Person } from "#app/contract/follow";
import type { Call } from "../../context";
import { implement } from "../../http/implement";
import { followedUserIds } from "../../viewer/follows";
import { authorView } from "../user/author";
import { listPeople } from "./queries";

export const follow = implement(followApi, {
  fansList: ({ query }, call) => people(call, "fans", query),
  followList: ({ query }, call) => people(call, "followed", query),
});

async function people(
  { db, viewer, dependsOn }: Call,
  side: "fans" | "followed",
  query: z.output<typeof authorPageQuery>,
) {
  dependsOn(`profile/${query.userId}`);
  const { total, rows } = await listPeople(db, side, query);
  const ids = rows.map((row) => row.author_user_id);
  dependsOn(...ids.flatMap((id) => [`user/${id}`, `profile/${id}`]));
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
