/** Characters that are invisible but change how others are displayed, or make different names look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uFFFC\uFFFD]/gu;

/** A name in NFC without invisible characters and line breaks, for single-line display. */
export const withoutInvisible = (name: string): string => name.normalize("NFC").replace(INVISIBLE, "");
