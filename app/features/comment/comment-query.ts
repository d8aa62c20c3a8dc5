/** The query of a list of comments that begins with one of them, or with the comment whose reply it is. */
export const commentQuery = (id: number, parentId: number | null): Record<string, string> =>
  parentId === null ? { cursor: String(id + 1) } : { cursor: String(parentId + 1), thread: `${parentId}.${id - 1}` };

/** Path of the page where a comment of one's own is corrected. */
export const correctionPath = (id: number): string => `/write/comment/${id}`;
