import { z } from "zod";
import { author, count, cursored, cursorQuery, nothing, time } from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Kinds of notifications, each with its own tab; `collection_follow` is for favorites and followers. */
export const notificationKind = z.enum(["comment", "like", "collection_follow", "system"]);
export type NotificationKind = z.output<typeof notificationKind>;

/** Group of notifications: several people who did the same to the same item. */
export const notificationEntry = z.object({
  id: z.number(),
  kind: notificationKind,
  /** Event type, which determines the sentence shown. */
  verb: z.enum(["comment", "reply", "answer", "mention", "like", "vote", "favorite", "follow", "accept", "system"]),
  /** The two latest actors, and the total number. */
  actors: z.array(author),
  actorCount: count,
  title: z.string(),
  excerpt: z.string(),
  /** Page that it refers to; null for a system message without one. */
  target: z
    .object({
      kind: z.enum([...kindsWith("notified"), "user", "page"]),
      id: z.number(),
      /** Path with numeric ids, which pages convert to short ids. */
      path: z.string(),
      /** Question on whose page it is. */
      questionId: z.number().nullable(),
      /** The comment that it refers to. */
      commentId: z.number().nullable(),
      /** The top-level comment that this one belongs to. */
      parentId: z.number().nullable().default(null),
    })
    .nullable(),
  /** Whether the receiver wrote what it is about; those who follow a question hear of its answers as well. */
  own: z.boolean().default(true),
  read: z.boolean(),
  createdAt: time,
});
export type NotificationEntry = z.output<typeof notificationEntry>;

/** A list of notifications; `asOf` is the time at which it was complete, for `readAll`. */
const listed = cursored(notificationEntry).extend({ asOf: time.optional() });

const list = (path: `/api/${string}`, summary: string) =>
  endpoint({ method: "GET", path, auth: "user", summary, query: cursorQuery, data: listed });

/** Calls on a member's notifications; the paths say `news`. */
export const notificationApi = {
  commentList: list("/api/news/comment/list", "评论与回复通知"),
  favoriteFollowList: list("/api/news/favorite-follow/list", "收藏与关注通知"),
  likeList: list("/api/news/like/list", "赞同与喜欢通知"),
  systemMessageList: list("/api/news/system-message/list", "系统消息"),
  unreadCount: endpoint({
    method: "GET",
    path: "/api/news/unreadCount",
    auth: "user",
    summary: "未读通知总数",
    data: z.object({
      total: count,
      /**
       * Time at which the count grows by itself: reactions are shown with a delay of ten seconds, so that they can be
       * undone.
       */
      nextAt: time.nullable(),
    }),
  }),
  unreadCountWithType: endpoint({
    method: "GET",
    path: "/api/news/unreadCountWithType",
    auth: "user",
    summary: "各类未读通知数",
    data: z.object({ comment: count, like: count, collection_follow: count, system: count }),
  }),
  readAll: endpoint({
    method: "POST",
    path: "/api/news/readAll",
    auth: "user",
    summary: "全部设为已读；不给 kind 时是所有类别；给了 asOf，就不包括在那之后来的",
    body: z.object({ kind: notificationKind.optional(), asOf: time.optional() }),
    data: nothing,
  }),
};
