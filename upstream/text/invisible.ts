/** Characters that are invisible but change how others are displayed, or make different names look the same. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u3164\uFFFC\uFFFD]/gu;
/** Joiner between two emoji, which makes them one: 👩‍💻. The first may have a skin tone or be marked as an emoji. */
const JOINER = /(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})/gu;

/** A name in NFC without invisible characters and line breaks, for single-line display. */
export const withoutInvisible = (name: string): string =>
  name
    .normalize("NFC")
    .split(JOINER)
    .map((part) => part.replace(INVISIBLE, ""))
    .join("\u200D");
