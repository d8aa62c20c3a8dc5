/** Digits of uploads' short names. */
const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UPLOAD = /upload:\/\/([0-9a-zA-Z]{1,27})(\.[a-z0-9]+)?/g;
const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\2[^\n]*(?=\n|$)/g;
/** Sizes after a picture's alternative text. */
const SIZED = /!\[([^\]\n|]*)\|[^\]\n]*\]/g;
const QUOTE = /\[quote(?:="?([^\]"\n,]*)[^\]\n]*)?\]\s*((?:(?!\[quote)[\s\S])*?)\s*\[\/quote\]/gi;
const DETAILS = /\[details(?:="?([^\]"\n]*)"?)?\]/gi;
const WRAPPERS = /\[\/?(?:spoiler|wrap|center|size|color|font|b|i|u|s)(?:=[^\]\n]*)?\]/gi;

/** Converts a post's Markdown source: quotations, collapsible parts and uploads. Code is not changed. */
export function discourseMarkdown(raw: string): string {
  const out: string[] = [];
  let from = 0;
  const text = raw.replace(/\r\n?/g, "\n");
  for (const { 0: code, index } of text.matchAll(CODE)) {
    out.push(translate(text.slice(from, index)), code);
    from = index + code.length;
  }
  return [...out, translate(text.slice(from))].join("");
}

function translate(text: string): string {
  let quoted = text;
  // Quotes may be nested; the innermost is converted first.
  for (let depth = 0; depth < 5 && /\[quote/i.test(quoted); depth += 1)
    quoted = quoted.replace(QUOTE, (_, name: string | undefined, words: string) => {
      const said = name ? `**${name.trim()}**：\n\n${words}` : words;
      return `\n\n${said.replace(/^/gm, "> ").replace(/^> $/gm, ">")}\n\n`;
    });
  return quoted
    .replace(DETAILS, (_, summary: string | undefined) => `\n\n<details><summary>${summary || "展开"}</summary>\n\n`)
    .replace(/\[\/details\]/gi, "\n\n</details>\n\n")
    .replace(WRAPPERS, "")
    .replace(SIZED, "![$1]")
    .replace(UPLOAD, (_, short: string, ending = "") => `${sha1Of(short)}${ending}`)
    .replace(/\n{3,}/g, "\n\n");
}

/** Returns the hash in an upload's file name. */
function sha1Of(short: string): string {
  let number = 0n;
  for (const digit of short) number = number * 62n + BigInt(BASE62.indexOf(digit));
  return number.toString(16).padStart(40, "0");
}

/** Plain text of a post that becomes a comment. */
export const discourseWords = (raw: string): string =>
  discourseMarkdown(raw)
    .replace(/^> ?.*\n?/gm, "")
    .replace(/<\/?(?:details|summary)>/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
