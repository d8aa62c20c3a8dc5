/** Number of related questions that are kept for each question. */
export const RELATED_MAX = 8;
