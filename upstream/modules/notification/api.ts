import type { z } from "zod";
import type { cursorQuery } from "#app/contract/common";
import { type NotificationKind, notificationApi } from "#app/contract/notification/notification";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { invalidCursor } from "#upstream/call/errors";
import { implement } from "#upstream/call/implement";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { peopleById } from "#upstream/modules/author/people-by-id";
import { BROADCASTS_KEY, broadcastsTo, readBroadcasts } from "./broadcasts";
import { countUnread, type EventRow, groupEvents, visibleEvents } from "./queries";
import { subjectsOf } from "./subjects";
import { ACTORS_SHOWN, actorsOf, notificationView } from "./view";

type Query = z.output<typeof cursorQuery>;

export const notification = implement(notificationApi, {
  commentList: ({ query }, call) => list(call, "comment", query),
  likeList: ({ query }, call) => list(call, "like", query),
  favoriteFollowList: ({ query }, call) => list(call, "collection_follow", query),
  systemMessageList: ({ query }, call) => list(call, "system", query),

  async unreadCount(_, call) {
    const { db, dependsOn } = call;
    const userId = call.viewer.userId;
    dependsOn(`news/${userId}`, BROADCASTS_KEY);
    const { counts, nextAt } = await countUnread(db, userId, nowIso(call));
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { total, nextAt };
  },

  async unreadCountWithType(_, call) {
    const userId = call.viewer.userId;
    call.dependsOn(`news/${userId}`, BROADCASTS_KEY);
    return (await countUnread(call.db, userId, nowIso(call))).counts;
  },

  readAll: ({ body: { kind, asOf } }, call) =>
    transact(call.db, async (trx) => {
      const userId = call.viewer.userId;
      const now = nowIso(call);
      const until = asOf !== undefined && asOf < now ? asOf : now;
      let unread = trx
        .updateTable("news")
        .set({ read_at: now })
        .where("user_id", "=", userId)
        .where("hidden_at", "is", null)
        .where("read_at", "is", null)
        .where("visible_at", "<=", until);
      if (kind) unread = unread.where("kind", "=", kind);
      const { numUpdatedRows } = await unread.executeTakeFirst();
      const broadcasts =
        kind === undefined || kind === "system" ? await readBroadcasts(trx, userId, { time: until }) : false;
      if (numUpdatedRows > 0n || broadcasts) await bump(trx, [`news/${userId}`]);
      return null;
    }),
});

/** Cursor formats: an id; or, for the system list, where two sorts are mixed, a time and an id. */
const CURSORS = { id: /^\d{1,15}$/, time: /^\d{1,15}\.-?\d{1,15}$/ };

async function list(call: MembersCall, kind: NotificationKind, { cursor, limit }: Query) {
  const { db, dependsOn } = call;
  const userId = call.viewer.userId;
  dependsOn(`news/${userId}`);
  const mixed = kind === "system";
  if (cursor !== undefined && !CURSORS[mixed ? "time" : "id"].test(cursor)) throw invalidCursor();
  const asOf = nowIso(call);
  const events = await visibleEvents(db, userId, kind, asOf);
  if (mixed) {
    dependsOn(BROADCASTS_KEY);
    events.push(...(await broadcastsTo(db, userId)));
    events.sort((one, other) => compare(positionOf(mixed, other), positionOf(mixed, one)));
  }
  const groups = groupEvents(events);
  const behind = cursor?.split(".").map(Number);
  const rest = groups.filter(([newest]) => newest && (!behind || compare(positionOf(mixed, newest), behind) < 0));
  const page = rest.slice(0, limit);
  const people = await peopleById(
    db,
    page.flatMap((group) => actorsOf(group).slice(0, ACTORS_SHOWN)),
  );
  const subjects = await subjectsOf(
    db,
    page.flatMap(([newest]) => newest ?? []),
  );
  return {
    list: page.map((group) => notificationView(userId, group, people, subjects)),
    total: groups.length,
    asOf,
    nextCursor: rest.length > page.length ? positionOf(mixed, page.at(-1)?.[0] as EventRow).join(".") : null,
  };
}

/** Numbers by which events are ordered. */
const positionOf = (mixed: boolean, { id, created_at }: EventRow): number[] =>
  mixed ? [Date.parse(created_at), id] : [id];

const compare = (one: readonly number[], other: readonly number[]): number =>
  (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0);
