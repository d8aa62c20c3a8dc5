/** Characters that show nothing themselves but change how others are shown, or hide that two names differ. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uFFFC\uFFFD]/gu;

/** A name without them, composed. Line breaks go too: it is for what stands in one line. */
export const withoutInvisible = (name: string): string => name.normalize("NFC").replace(INVISIBLE, "");
