/** Characters that show nothing: formats such as zero-width spaces, controls, and fillers that are no spaces by name. */
const UNSEEN = /[\p{Cf}\p{Cc}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/** Visible part of a text, without the spaces around it; for what must not be empty. */
export const shownText = (text: string): string => text.replace(UNSEEN, "").trim();
