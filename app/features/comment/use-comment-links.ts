import { useHere } from "#app/components/ui/use-here";
import { commentListPath, commentQuery } from "./comment-query";

/** Links of a comment list; all of them are this page with another query. */
export type CommentLinks = {
  /** The newest comments. */
  open: string;
  /** The page without comments. */
  close: string;
  older: (cursor: string) => string;
  /** All replies to a comment, or those from `cursor` on. */
  replies: (parentId: number, cursor?: string | null) => string;
  /** A single comment, wherever it is in the list. */
  one: (comment: { id: number; parentId: number | null }) => string;
  /** A comment of which nothing but its id is known. */
  sought: (id: string) => string;
};

/**
 * `place` is the value of `comments` that shows this list (`question`, `answer-<short id>`); null if it is always
 * shown. `anchor` is the id of the list's element.
 */
export function useCommentLinks(place: string | null, anchor: string): CommentLinks {
  const { pathname, query } = useHere();
  const link = (shown: boolean, changes: Record<string, string | undefined> = {}) =>
    commentListPath(pathname, query, { comments: (shown && place) || undefined, ...changes });
  return {
    open: `${link(true)}#${anchor}`,
    close: link(false),
    older: (cursor) => `${link(true, { cursor })}#${anchor}`,
    one: ({ id, parentId }) => `${link(true, commentQuery(id, parentId))}#comment-${id}`,
    sought: (id) => `${link(true, { comment: id })}#comment-${id}`,
    replies: (parentId, cursor) => {
      const thread = cursor ? `${parentId}.${cursor}` : String(parentId);
      return `${link(true, { thread, cursor: query.get("cursor") ?? undefined })}#comment-${parentId}`;
    },
  };
}
