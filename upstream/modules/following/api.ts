import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { type FollowedItem, followingApi } from "#app/contract/reading/following";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, invalidCursor } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { show } from "#upstream/call/shown";
import type { Db } from "#upstream/db/dialect";
import { setMembership } from "#upstream/db/set-membership";
import { bump } from "#upstream/db/versions";
import { answersByIds } from "#upstream/modules/answer/queries";
import { answerSummaryView } from "#upstream/modules/answer/view";
import { partsOff } from "#upstream/modules/config/parts-off";
import { currentTags, tidyTags } from "#upstream/modules/content/taggings";
import { feedItems } from "#upstream/modules/home-feed/entries";
import { limitedWrite } from "#upstream/policy/limited-write";
import { type FollowedPosition, findFollowed, followedNames } from "./queries";

export const following = implement(followingApi, {
  async list({ query: { cursor, limit } }, call) {
    const { db, dependsOn } = call;
    const userId = call.viewer.userId;
    dependsOn("feed", "answers", `profile/${userId}`);
    const kinds = kindsHere(kindsWith("inFeed"), await partsOff(call));
    const { entries, next } = await findFollowed(db, { userId, after: positionOf(cursor), limit, kinds });
    const answerIds = entries.flatMap(({ kind, item_id }) => (kind === "answer" ? [item_id] : []));
    const [items, answers] = await Promise.all([feedItems(call, entries), answersByIds(db, answerIds)]);
    const answered = new Map(answers.map((row) => [row.id, show(call, answerSummaryView(row))]));
    const itemAt = ({ kind, item_id }: FollowedPosition): FollowedItem[] => {
      const answer = kind === "answer" && answered.get(item_id);
      if (answer) return [{ kind: "answer", answer }];
      const item = items.get(`${kind}/${item_id}`);
      return item && item.kind !== "case" ? [item] : [];
    };
    return {
      list: entries.flatMap(itemAt),
      nextCursor: next && cursorOf(next),
    };
  },

  async tag({ query: { name } }, { db, viewer, dependsOn }) {
    dependsOn(`profile/${viewer.userId}`);
    return { followed: (await followedNames(db, viewer.userId, await currentName(db, name))).length > 0 };
  },

  addTag: ({ body: { name } }, call) => setTagFollow(call, name, true),
  cancelTag: ({ body: { name } }, call) => setTagFollow(call, name, false),
});

/** Follows or unfollows a tag; idempotent. @throws BusinessError NOT_FOUND if it is hidden or no text has it, to follow */
const setTagFollow = (call: MembersCall, name: string, on: boolean) =>
  limitedWrite(call, "react", async (trx, userId) => {
    const tag = await currentName(trx, name);
    if (on && !(await isInUse(trx, tag))) throw new BusinessError("NOT_FOUND");
    const names = await followedNames(trx, userId, tag);
    if (names.length > 0 === on) return { followed: on };
    for (const one of on ? [tag] : names)
      await setMembership(trx, "tag_follows", { user_id: userId, tag: one }, { on, createdAt: nowIso(call) });
    await bump(trx, [`profile/${userId}`]);
    return { followed: on };
  });

/** Name under which texts carry a tag now; of a hidden one, its own. */
async function currentName(db: Db, name: string): Promise<string> {
  const own = tidyTags([name]);
  const [tag = own[0] ?? ""] = await currentTags(db, own);
  return tag;
}

async function isInUse(db: Db, tag: string): Promise<boolean> {
  const row = await db.selectFrom("tags").select(["total", "hidden_at"]).where("name", "=", tag).executeTakeFirst();
  return row !== undefined && row.total > 0 && row.hidden_at === null;
}

const CURSOR = /^(\d{1,15})\.(\d{1,15})\.(question|article|answer|case)$/;

const cursorOf = ({ created_at, item_id, kind }: FollowedPosition) => `${Date.parse(created_at)}.${item_id}.${kind}`;

/** @throws BusinessError INVALID_PARAMS if the cursor is invalid */
function positionOf(cursor: string | undefined): FollowedPosition | null {
  if (cursor === undefined) return null;
  const [, time, id, kind] = CURSOR.exec(cursor) ?? [];
  if (!kind) throw invalidCursor();
  return {
    created_at: new Date(Number(time)).toISOString(),
    item_id: Number(id),
    kind: kind as FollowedPosition["kind"],
  };
}
