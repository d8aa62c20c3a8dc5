/** What a reply that was not sent is kept under, by the id of the comment that it answers. */
export const unsentReply = (id: number): string => `reply:${id}`;
