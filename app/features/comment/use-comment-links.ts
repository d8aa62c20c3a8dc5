import { useHere } from "#app/components/ui/use-here";
import { commentListPath, commentQuery } from "./comment-query";

/** Addresses of the links of a list of comments; all of them this page with another query. */
export type CommentLinks = {
  /** The newest comments. */
  open: string;
  /** The page without them. */
  close: string;
  older: (cursor: string) => string;
  /** All replies to a comment, or those from `cursor` on. */
  replies: (parentId: number, cursor?: string | null) => string;
  /** One comment, wherever it stands in the list. */
  one: (comment: { id: number; parentId: number | null }) => string;
};

/**
 * `place` is the value of `comments` that shows this list (`question`, `answer-<short id>`); null where the
 * list is always there. `anchor` is the id of the list's element.
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
    replies: (parentId, cursor) => {
      const thread = cursor ? `${parentId}.${cursor}` : String(parentId);
      return `${link(true, { thread, cursor: query.get("cursor") ?? undefined })}#comment-${parentId}`;
    },
  };
}
