/**
 * Invisible characters: format characters such as zero-width spaces, control characters, and fillers that are not
 * classified as spaces.
 */
const UNSEEN = /[\p{Cf}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** Visible part of a text, trimmed; for texts that must not be empty. */
export const shownText = (text: string): string => text.replace(UNSEEN, "").trim();
