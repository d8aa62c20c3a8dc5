import type { Comment, CommentThread, PlacedComment } from "#app/contract/content/comment";
import type { Shown } from "#upstream/call/shown";
import { keysOf } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { pageKeyOf } from "#upstream/modules/content/version-keys";
import { type Linking, linksIn } from "./links";
import type { PlacedCommentRow } from "./profile-queries";
import type { CommentRow } from "./queries";

/** The viewer, and the comments they liked. */
type CommentViewer = { id: number | null; liked: ReadonlySet<number> };

/** A comment without what is personal to the viewer. */
type SharedComment = Omit<Comment, "viewer">;
type SharedThread = Omit<CommentThread, "viewer" | "children"> & { children: SharedComment[] };

/** Maps a comment; a deleted one reveals nothing but its place. */
export function commentView(row: CommentRow, linking: Linking): SharedComment {
  const deleted = row.deleted_at !== null;
  const links = deleted ? undefined : linksIn(row, linking);
  return {
    id: row.id,
    parentId: row.parent_id,
    author: deleted ? null : authorView(row),
    text: deleted ? "" : row.text,
    ...(links && { links }),
    replyTo:
      deleted || row.reply_user_id === null || row.reply_nickname === null
        ? null
        : { userId: row.reply_user_id, nickname: row.reply_nickname },
    likeCount: deleted ? 0 : row.like_count,
    childCount: row.child_count,
    deleted,
    createdAt: row.created_at,
    editedAt: deleted ? null : row.edited_at,
  };
}

/** Maps a thread; `children` may contain one more than `shown`, which means that there are more. */
export function threadView(
  row: CommentRow,
  children: readonly CommentRow[],
  shown: number,
  linking: Linking,
): SharedThread {
  const first = children.slice(0, shown);
  return {
    children: first.map((child) => commentView(child, linking)),
    childrenCursor: children.length > shown ? String(first.at(-1)?.id) : null,
    ...commentView(row, linking),
  };
}

/** Adds the viewer's own state to a comment; a deleted one has no owner. */
export function commentSeenBy<C extends SharedComment>(comment: C, { id, liked }: CommentViewer) {
  const { deleted, author } = comment;
  const viewer = { liked: !deleted && liked.has(comment.id), mine: author !== null && author.userId === id };
  return { viewer, ...comment };
}

/** Adds the viewer's own state to a thread. */
export const threadSeenBy = (thread: SharedThread, viewer: CommentViewer): CommentThread => ({
  ...commentSeenBy(thread, viewer),
  children: thread.children.map((child) => commentSeenBy(child, viewer)),
});

/** Maps a comment for lists elsewhere; it also shows two people and a title. */
export function placedCommentView(row: PlacedCommentRow): Shown<PlacedComment> {
  const place = { kind: row.target_kind, id: row.target_id, questionId: row.question_id };
  const data = {
    id: row.id,
    author: authorView(row),
    text: row.text,
    target: { ...place, title: row.title ?? "" },
    inReplyTo: inReplyToView(row),
    createdAt: row.created_at,
  };
  return { data, keys: [...keysOf("user", [row.author_user_id, row.reply_user_id]), pageKeyOf(place)] };
}

function inReplyToView(row: PlacedCommentRow): PlacedComment["inReplyTo"] {
  if (row.reply_id === null) return null;
  if (row.reply_deleted_at !== null || row.reply_user_id === null) return { author: null, text: "" };
  const author = authorView({
    author_user_id: row.reply_user_id,
    author_nickname: row.reply_nickname ?? "",
    author_avatar: row.reply_avatar ?? "",
    author_headline: row.reply_headline ?? "",
    author_closed_at: row.reply_closed_at,
  });
  return { author, text: row.reply_text ?? "" };
}
