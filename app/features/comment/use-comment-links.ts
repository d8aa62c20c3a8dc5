import { useHere } from "#app/components/ui/use-here";
import { withQuery } from "#app/paths";
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
  const newest = commentListPath(pathname, query, { comments: place ?? undefined });
  return {
    open: `${newest}#${anchor}`,
    close: commentListPath(pathname, query, { comments: undefined }),
    older: (cursor) => `${withQuery(newest, { cursor })}#${anchor}`,
    one: ({ id, parentId }) => `${withQuery(newest, commentQuery(id, parentId))}#comment-${id}`,
    sought: (id) => `${withQuery(newest, { comment: id })}#comment-${id}`,
    replies: (parentId, cursor) => {
      const thread = cursor ? `${parentId}.${cursor}` : String(parentId);
      return `${withQuery(newest, { thread, cursor: query.get("cursor") })}#comment-${parentId}`;
    },
  };
}
