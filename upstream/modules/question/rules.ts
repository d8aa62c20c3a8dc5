/** How many related questions are kept for each question. */
export const RELATED_MAX = 8;
