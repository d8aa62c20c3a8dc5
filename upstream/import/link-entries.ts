import { CODE } from "#upstream/text/image-marks";
import { rewriteLinks } from "#upstream/text/link-marks";
import { outsideCode } from "#upstream/text/outside-code";
import { shortened } from "#upstream/text/shortened";
import type { Export } from "./exports/entry";
import { fileHash, LINK_TO_FILE } from "./linked-files";

const END = String.raw`[^\s<>()"'|，。；、：！？）】」]`;
const BARE = String.raw`(?<!\]\(\s{0,3}<?|\]:[ \t]{0,3}<?|[\["'=\w/])(?:<(?<angled>https?:[^\s<>]{1,2000})>|(?<bare>https?:${END}{0,2000}(?<![.,;:!?])))`;
const MARKS = new RegExp([CODE, BARE].join("|"), "gm");

/**
 * Points a text's links to other texts of the same export to where these will be; see `pointLinks`. A bare URL gets the
 * title of the text. Other paths of the old site become whole URLs or, if its host is unknown, words.
 * @param nameOf returns the key under which an import records a text
 */
export function linkEntries(
  markdown: string,
  { base, linkedAt }: Pick<Export, "base" | "linkedAt">,
  nameOf: (key: string) => string,
  tell: (note: string) => void,
): string {
  const named = markdown.includes("://") ? outsideCode(markdown, (text) => nameBare(text, linkedAt)) : markdown;
  return rewriteLinks(named, (link, label, isDefinition) => {
    const text = linkedAt(link);
    if (!text) {
      if (!/^\/(?!\/)/.test(link)) return null;
      if (base !== null && URL.canParse(link, base)) return { label, target: `<${new URL(link, base).href}>` };
      tell(`链接的页面没有导入，${isDefinition ? "原样留下" : "只留下文字"}：${shortened(link)}`);
      return { label };
    }
    const heading = /#([^\s"'()<>]+)$/.exec(link)?.[1];
    return { label, target: LINK_TO_FILE + fileHash(nameOf(text.key)) + (heading ? `#${heading}` : "") };
  });
}

const nameBare = (text: string, linkedAt: Export["linkedAt"]): string =>
  text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
    const { angled, bare = angled } = rest.at(-1) as Record<string, string | undefined>;
    const linked = bare === undefined ? null : linkedAt(bare);
    return linked ? `[${linked.title.replace(/[[\]\\]/g, "\\$&") || bare}](<${bare}>)` : whole;
  });
