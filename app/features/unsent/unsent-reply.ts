/** Form name under which an unsent reply is kept, by the id of the comment it answers. */
export const unsentReply = (id: number): string => `reply:${id}`;
