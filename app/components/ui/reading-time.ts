/** Words that a person reads in a minute, Chinese characters each being one; code and tables counted in. */
const WORDS_PER_MINUTE = 400;

/** Minutes that a text of so many words takes; at least one. */
export const readingMinutes = (length: number): number => Math.max(1, Math.round(length / WORDS_PER_MINUTE));
