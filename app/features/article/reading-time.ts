/** Characters that a person reads in a minute, code and tables counted in. */
const CHARACTERS_PER_MINUTE = 400;

/** Minutes that a text of so many characters takes; at least one. */
export const readingMinutes = (length: number): number => Math.max(1, Math.round(length / CHARACTERS_PER_MINUTE));
