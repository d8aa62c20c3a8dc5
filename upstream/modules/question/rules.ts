/** Maximum number of related questions stored per question. */
export const RELATED_MAX = 8;
