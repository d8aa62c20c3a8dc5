const CHINESE = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}`;
/** One character of a script without spaces, or a run of letters and digits with what joins them: `don’t`, `3.14`, `A-B`. */
const WORD = new RegExp(
  String.raw`[${CHINESE}]|(?:(?![${CHINESE}])[\p{L}\p{N}\p{M}])+(?:['’.-](?:(?![${CHINESE}])[\p{L}\p{N}\p{M}])+)*`,
  "gu",
);
/** Addresses of links and pictures in Markdown, which nobody reads. */
const TARGETS = /\]\([^()\s]*\)/g;

/** Words of a text, as reading times and editors count: a Chinese character is one, a Latin word or a number is one. */
export const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

/** Words of Markdown as it is written, about as many as its readers see. */
export const countWordsOfSource = (markdown: string): number => countWords(markdown.replace(TARGETS, "]"));
