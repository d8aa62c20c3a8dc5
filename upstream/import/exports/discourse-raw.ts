/** Digits of the short names of uploads. */
const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UPLOAD = /upload:\/\/([0-9a-zA-Z]{1,27})(\.[a-z0-9]+)?/g;
const CODE = /(^|\n)(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n\2[^\n]*(?=\n|$)/g;
/** Sizes behind the words of a picture. */
const SIZED = /!\[([^\]\n|]*)\|[^\]\n]*\]/g;
const QUOTE = /\[quote(?:="?([^\]"\n,]*)[^\]\n]*)?\]\s*((?:(?!\[quote)[\s\S])*?)\s*\[\/quote\]/gi;
const DETAILS = /\[details(?:="?([^\]"\n]*)"?)?\]/gi;
const WRAPPERS = /\[\/?(?:spoiler|wrap|center|size|color|font|b|i|u|s)(?:=[^\]\n]*)?\]/gi;

/** Markdown of a post as its author wrote it: quotations, folded parts and uploads in ours. Code stays as it is. */
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
  // What is quoted may quote: the innermost goes first.
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

/** The hash by which an upload's file is called. */
function sha1Of(short: string): string {
  let number = 0n;
  for (const digit of short) number = number * 62n + BigInt(BASE62.indexOf(digit));
  return number.toString(16).padStart(40, "0");
}

/** Words of a post that becomes a comment, which is plain text. */
export const discourseWords = (raw: string): string =>
  discourseMarkdown(raw)
    .replace(/^> ?.*\n?/gm, "")
    .replace(/<\/?(?:details|summary)>/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
