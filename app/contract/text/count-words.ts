const CHINESE = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`;
/**
 * One character of a script without spaces, or a run of letters and digits with joining characters: `don’t`, `3.14`,
 * `A-B`.
 */
const WORD = new RegExp(
  String.raw`[${CHINESE}]|(?:(?![${CHINESE}])[\p{L}\p{N}\p{M}])+(?:['’.-](?:(?![${CHINESE}])[\p{L}\p{N}\p{M}])+)*`,
  "gu",
);
/** URLs of links and pictures in Markdown, and tags like `<br>`, which are not read. */
const UNREAD = /\]\([^()\s]*\)|<\/?[a-z]+[^<>\n]*>/gi;

/**
 * Number of words, for reading times and editors: a Chinese character counts as one, a Latin word or a number as one.
 */
export const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** Approximate number of visible words in Markdown source. */
export const countWordsOfSource = (markdown: string): number => countWords(markdown.replace(UNREAD, "]"));
