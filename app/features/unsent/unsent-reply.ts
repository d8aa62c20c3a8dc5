/** Name under which a reply that was not sent is kept, by the id of the comment that it answers. */
export const unsentReply = (id: number): string => `reply:${id}`;
