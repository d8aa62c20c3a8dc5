import { CODE as INLINE_CODE } from "#upstream/text/image-marks";
import { emojiOfNames } from "./emoji-names";

/** Digits of uploads' short names. */
const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const UPLOAD = /upload:\/\/([0-9a-zA-Z]{1,27})(\.[a-z0-9]+)?/g;
const FENCE = String.raw`^[ \t]*(?<fence>\`{3,}(?!\`)|~{3,}(?!~))[^\n]*\n[\s\S]*?\n[ \t]*\k<fence>[^\n]*$`;
const TAGGED = String.raw`\[code\]\n?(?<tagged>(?:(?!\[code\])[\s\S])*?)\n?\[\/code\]`;
const CODE = new RegExp([FENCE, TAGGED, INLINE_CODE].join("|"), "gim");
/** Lines with their quotation marks, and places of code in them; texts have no NUL. */
const HELD = /^([> \t]*)(.*?)$/gm;
const HOLDER = /\0(\d+)\0/g;
/** Sizes after a picture's alternative text. */
const SIZED = /!\[([^\]\n|]*)\|[^\]\n]*\]/g;
const QUOTE = /\[quote(?:="?([^\]"\n,]*)[^\]\n]*)?\]\s*((?:(?!\[quote)[\s\S])*?)\s*\[\/quote\]/gi;
const DETAILS = /\[details(?:="?([^\]"\n]*)"?)?\]/gi;
/** A pair of marks without a counterpart; a single `[i]` is no mark. */
const WRAPPED = /\[(spoiler|wrap|center|size|color|font|b|i|u|s)(?:=[^\]\n]*)?\]((?:(?!\[\1[\]=])[\s\S])*?)\[\/\1\]/gi;
const WRAPPED_DEPTH_MAX = 5;
const LINK = /\[url=["']?([^\]\s"']+)["']?\]([^\n[\]]*)\[\/url\]/gi;
const POLL = /^[ \t]*\[\/?poll(?:[ \t][^\]\n]*)?\][ \t]*$/gim;
/** The day of `[date=2023-05-01 time=10:00 timezone="Asia/Shanghai"]`, and the rest of it. */
const DATE = /\[date=["']?(\d{4}-\d\d-\d\d)["']?([^\]\n]*)\]/gi;
/** A link to an upload that is no picture, and the label before `|attachment`. */
const ATTACHMENT = /(?<!!)\[([^\]\n|]*)(?:\|attachment)?\]\(upload:\/\/[^\s)]*\)/g;
/** `@login`, not within words, mail addresses or URLs. */
const MENTION = /(?<![\w@./-])@(\w(?:[\w.-]{0,58}\w)?)/g;
const ADDRESS = /\[(url|img)\](https?:[^\s[\]]+)\[\/\1\]/gi;

/** Name that is shown for a login; null if nobody has it. */
export type ShownName = (login: string) => string | null;

/**
 * Converts a post's Markdown source: quotations, collapsible parts, uploads, names of emoji, and the logins of those
 * who are quoted or mentioned. Code is not changed.
 */
export function discourseMarkdown(raw: string, shownName: ShownName): string {
  const held: string[] = [];
  const text = raw.replaceAll("\0", "").replace(/\r\n?/g, "\n");
  const holding = text.replace(CODE, (code, ...rest: unknown[]) => {
    const { tagged } = rest.at(-1) as { tagged?: string };
    held.push(tagged === undefined ? code : tagged.includes("\n") ? `\`\`\`\n${tagged}\n\`\`\`` : `\`${tagged}\``);
    return `\0${held.length - 1}\0`;
  });
  return translate(holding, shownName).replace(HELD, (_, quoted: string, line: string) => {
    // Further lines of code in a quotation are quoted as well.
    const marks = quoted.includes(">") ? quoted : "";
    return quoted + line.replace(HOLDER, (_, at: string) => (held[Number(at)] ?? "").replace(/\n/g, `\n${marks}`));
  });
}

function translate(text: string, shownName: ShownName): string {
  let quoted = text;
  // Quotes may be nested; the innermost is converted first.
  for (let depth = 0; depth < 5 && /\[quote/i.test(quoted); depth += 1)
    quoted = quoted.replace(QUOTE, (_, name: string | undefined, words: string) => {
      const said = name ? `**${shownName(name.trim()) ?? name.trim()}**：\n\n${words}` : words;
      return `\n\n${said.replace(/^/gm, "> ").replace(/^> $/gm, ">")}\n\n`;
    });
  for (let depth = 0, before = ""; depth < WRAPPED_DEPTH_MAX && quoted !== before; depth += 1) {
    before = quoted;
    quoted = quoted.replace(WRAPPED, "$2");
  }
  return emojiOfNames(quoted)
    .replace(DETAILS, (_, summary: string | undefined) => `\n\n<details><summary>${summary || "展开"}</summary>\n\n`)
    .replace(/\[\/details\]/gi, "\n\n</details>\n\n")
    .replace(LINK, "[$2](<$1>)")
    .replace(ADDRESS, (_, tag: string, address: string) => (/img/i.test(tag) ? `![](<${address}>)` : `<${address}>`))
    .replace(POLL, "")
    .replace(DATE, (_, day: string, rest: string) => [day, /time=["']?(\d\d:\d\d)/i.exec(rest)?.[1]].join(" ").trim())
    .replace(ATTACHMENT, "$1")
    .replace(SIZED, "![$1]")
    .replace(MENTION, (written, login: string) => {
      const name = shownName(login);
      return name === null ? written : `@${name}`;
    })
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
export const discourseWords = (raw: string, shownName: ShownName): string =>
  discourseMarkdown(raw, shownName)
    .replace(/^> ?.*\n?/gm, "")
    .replace(/<\/?(?:details|summary)>/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
