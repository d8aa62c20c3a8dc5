import { withQuery } from "#app/paths";

/** Number of replies to a comment on one page. */
export const REPLIES_PER_PAGE = 50;

/**
 * Query of a comment list that starts at a comment, or at the top-level comment it replies to. `comment` names the
 * wanted one, so that the list can say if it is gone.
 */
export const commentQuery = (id: number, parentId: number | null): Record<string, string> =>
  parentId === null
    ? { cursor: String(id + 1), comment: String(id) }
    : { cursor: String(parentId + 1), thread: `${parentId}.${id - 1}`, comment: String(id) };

/** Path of a page with its comment list changed; without changes, the newest comments. */
export const commentListPath = (path: string, query: URLSearchParams, changes: Query): string =>
  withQuery(path, {
    ...Object.fromEntries(query),
    thread: undefined,
    cursor: undefined,
    comment: undefined,
    ...changes,
  });

type Query = Record<string, string | undefined>;

/** Path of the page for editing one's own comment. */
export const correctionPath = (id: number): string => `/write/comment/${id}`;
