import { z } from "zod";
import {
  author,
  authorPageQuery,
  count,
  cursored,
  cursorQuery,
  id,
  idempotencyKey,
  nothing,
  paged,
  text,
  time,
} from "#app/contract/common";
import { endpoint } from "#app/contract/endpoint";
import { kindsWith, namesOf } from "#app/contract/kinds";
import { COMMENT_MAX } from "#app/contract/limits";
import { captchaVerification } from "#app/contract/people/captcha";

/** Kinds of content that can be commented on. */
export const commentTarget = z.enum(kindsWith("commentable"));
export type CommentTarget = z.output<typeof commentTarget>;

/** A comment at either level. A deleted one with replies remains as a placeholder without text and author. */
export const comment = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  author: author.nullable(),
  /** Plain text with line breaks. */
  text: z.string(),
  /** URLs in the text, and the people called in it (@林致远), as ranges in UTF-16 units; absent if there are none. */
  links: z.array(z.object({ from: count, to: count, href: z.string() })).optional(),
  /** Author of the comment that a reply replies to. */
  replyTo: z.object({ userId: z.number(), nickname: z.string() }).nullable(),
  likeCount: count,
  childCount: count,
  deleted: z.boolean(),
  createdAt: time,
  /** Time of the author's last edit; null if never. Absent if comments can't be edited. */
  editedAt: time.nullable().optional(),
  viewer: z.object({ liked: z.boolean(), mine: z.boolean() }),
});
export type Comment = z.output<typeof comment>;

/** A top-level comment with the first of its replies. */
export const commentThread = comment.extend({
  children: z.array(comment),
  /** Cursor for `comment/child/list`; null if all replies are included. */
  childrenCursor: z.string().nullable(),
});
export type CommentThread = z.output<typeof commentThread>;

/** A comment in a profile's list, with its parent. */
export const placedComment = z.object({
  id: z.number(),
  author,
  text: z.string(),
  target: z.object({
    kind: commentTarget,
    id: z.number(),
    title: z.string(),
    /** Question of an answer. */
    questionId: z.number().nullable(),
  }),
  /** The comment that it replies to, if any. */
  inReplyTo: z.object({ author: author.nullable(), text: z.string() }).nullable(),
  createdAt: time,
});
export type PlacedComment = z.output<typeof placedComment>;

const commentFields = z.object({
  text: text("评论", { min: 1, max: COMMENT_MAX }),
  /** The comment replied to, at either level. */
  replyToId: id.nullable().default(null),
  idempotencyKey,
  captchaVerification,
});

/** Calls on comments. */
export const commentApi = {
  remove: endpoint({
    method: "DELETE",
    path: "/api/comment",
    auth: "user",
    summary: "删除自己的评论",
    body: z.object({ id }),
    data: nothing,
  }),
  add: endpoint({
    method: "POST",
    path: "/api/comment/add",
    auth: "user",
    summary: `评论${namesOf("commentable", "或")}，或回复评论`,
    body: commentFields.extend({ targetKind: commentTarget, targetId: id }),
    data: comment,
  }),
  articleAdd: endpoint({
    method: "POST",
    path: "/api/comment/article/add",
    part: "article",
    auth: "user",
    summary: "评论文章",
    body: commentFields.extend({ articleId: id }),
    data: comment,
  }),
  articleList: endpoint({
    method: "GET",
    path: "/api/comment/article/list",
    part: "article",
    summary: "文章的评论，新的在前",
    query: cursorQuery.extend({ articleId: id }),
    data: cursored(commentThread),
  }),
  childList: endpoint({
    method: "GET",
    path: "/api/comment/child/list",
    summary: "一条评论的回复，旧的在前",
    query: cursorQuery.extend({ parentId: id }),
    data: cursored(comment),
  }),
  postList: endpoint({
    method: "GET",
    path: "/api/comment/getPostCommentList",
    summary: "某位用户发出的评论",
    query: authorPageQuery,
    data: paged(placedComment),
  }),
  receiveList: endpoint({
    method: "GET",
    path: "/api/comment/getReceiveCommentList",
    summary: "某位用户收到的评论",
    query: authorPageQuery,
    data: paged(placedComment),
  }),
  list: endpoint({
    method: "GET",
    path: "/api/comment/list",
    summary: `${namesOf("commentable", "或")}的评论，新的在前`,
    query: cursorQuery.extend({ targetKind: commentTarget, targetId: id }),
    data: cursored(commentThread),
  }),
};
