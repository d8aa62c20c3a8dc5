import type { Comment, CommentThread, PlacedComment } from "#app/contract/comment";
import type { Shown } from "#upstream/call/shown";
import { keysOf } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { pageKeyOf } from "#upstream/modules/content/keys";
import type { Site } from "#upstream/text/web-address";
import { linksIn } from "./links";
import type { PlacedCommentRow } from "./profile-queries";
import type { CommentRow } from "./queries";

/** Viewer, the comments that they liked, and the site that they read them on. */
type CommentViewer = { id: number | null; liked: ReadonlySet<number>; site: Site };

/** A deleted comment gives nothing away but its place. */
export function commentView(row: CommentRow, viewer: CommentViewer): Comment {
  const deleted = row.deleted_at !== null;
  const links = deleted ? undefined : linksIn(row.text, viewer.site);
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
    viewer: { liked: !deleted && viewer.liked.has(row.id), mine: !deleted && row.author_user_id === viewer.id },
  };
}

/** `children` may have one more than `shown`, which says that there are more. */
export function threadView(
  row: CommentRow,
  children: readonly CommentRow[],
  shown: number,
  viewer: CommentViewer,
): CommentThread {
  const first = children.slice(0, shown);
  return {
    ...commentView(row, viewer),
    children: first.map((child) => commentView(child, viewer)),
    childrenCursor: children.length > shown ? String(first.at(-1)?.id) : null,
  };
}

/** A comment away from what it stands below; of other things it shows two people and a title. */
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
  });
  return { author, text: row.reply_text ?? "" };
}
