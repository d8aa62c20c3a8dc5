import { withQuery } from "#app/paths";

/**
 * The query of a list of comments that begins with one of them, or with the comment whose reply it is. `comment` names
 * the one that is meant, so that the list can say when it is gone.
 */
export const commentQuery = (id: number, parentId: number | null): Record<string, string> => ({
  ...(parentId === null
    ? { cursor: String(id + 1) }
    : { cursor: String(parentId + 1), thread: `${parentId}.${id - 1}` }),
  comment: String(id),
});

/** Path of a page with its list of comments as `changes` say; without them, with the newest ones. */
export const commentListPath = (path: string, query: URLSearchParams, changes: Query): string =>
  withQuery(path, {
    ...Object.fromEntries(query),
    thread: undefined,
    cursor: undefined,
    comment: undefined,
    ...changes,
  });

type Query = Record<string, string | undefined>;

/** Path of the page where a comment of one's own is corrected. */
export const correctionPath = (id: number): string => `/write/comment/${id}`;
