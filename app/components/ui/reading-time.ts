/** Reading speed per minute, each Chinese character counting as a word; including code and tables. */
const WORDS_PER_MINUTE = 400;

/** Reading time in minutes for a number of words; at least one. */
export const readingMinutes = (length: number): number => Math.max(1, Math.round(length / WORDS_PER_MINUTE));
