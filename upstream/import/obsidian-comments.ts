import { CODE } from "#upstream/text/image-marks";
import { withoutCode } from "#upstream/text/outside-code";

/**
 * `%%` of a word, as in `%%time` of notebooks, `100%%` or `%%d`, neither opens nor closes a comment. One that begins in
 * a line ends in its paragraph; one that begins a line may hold anything. Ends at the latest at the next `%%`.
 */
const BLOCK = String.raw`(?<=^[ \t]*)%%(?!%)(?:(?!%%)[\s\S])*%%(?![\w%])(?:[ \t]*\n)?`;
const INLINE = String.raw`(?<![\w%/&=?])%%(?!%)(?:(?!%%|\n[ \t]*\n)[\s\S])*%%(?![\w%])`;
const MARKS = new RegExp(`${CODE}|(?<comment>${BLOCK}|${INLINE})`, "gm");
const INLINE_CODE = new RegExp(CODE, "gm");

/** Removes Obsidian's `%%comments%%`, which nobody else should read; those in code are kept. */
export function dropObsidianComments(markdown: string, tell: (note: string) => void): string {
  if (!markdown.includes("%%")) return markdown;
  const kept: string[] = [];
  let from = 0;
  let dropped = 0;
  // Comments may hold code, whose marks don't count.
  for (const match of withoutCode(markdown).matchAll(MARKS)) {
    if (match.groups?.comment === undefined) continue;
    kept.push(markdown.slice(from, match.index));
    from = match.index + match[0].length;
    dropped += 1;
  }
  const rest = kept.join("") + markdown.slice(from);
  if (dropped > 0) tell(`Obsidian 注释（%%…%%）不公开，没有带上：${dropped} 处`);
  if (withoutCode(rest).replace(INLINE_CODE, "").includes("%%")) tell("不成对的 %% 原样留下，请核对");
  return rest;
}
