import { CODE } from "#upstream/text/image-marks";
import { rewriteLinks } from "#upstream/text/link-marks";
import { outsideCode } from "#upstream/text/outside-code";
import { shortened } from "#upstream/text/shortened";
import type { Export } from "./exports/entry";
import { fileHash, LINK_TO_FILE } from "./linked-files";

/** A character of a bare URL. */
const URL_CHARACTER = String.raw`[^\s<>()"'|，。；、：！？）】」]`;
/** A URL that is not the target of a link or an attribute, in angle brackets or bare. */
const BARE = String.raw`(?<!\]\(\s{0,3}<?|\]:[ \t]{0,3}<?|[\["'=\w/])(?:<(?<angled>https?:[^\s<>]{1,2000})>|(?<bare>https?:${URL_CHARACTER}{0,2000}(?<![.,;:!?])))`;
const MARKS = new RegExp([CODE, BARE].join("|"), "gm");

type Options = {
  /** The exported site. */
  from: Pick<Export, "base" | "linkedAt">;
  /** Returns the key under which an import records a text. */
  nameOf: (key: string) => string;
  /** Reports a link that is lost. */
  tell: (note: string) => void;
};

/**
 * Marks a text's links to other texts of the same export, so that `pointLinks` can complete them once all are imported.
 * A bare URL gets the linked text's title. Other paths of the exported site become absolute URLs, or plain words if its
 * host is unknown.
 */
export function linkEntries(markdown: string, { from: { base, linkedAt }, nameOf, tell }: Options): string {
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

/** Turns bare URLs of exported texts into links with their titles. */
const nameBare = (text: string, linkedAt: Export["linkedAt"]): string =>
  text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
    const { angled, bare = angled } = rest.at(-1) as Record<string, string | undefined>;
    const linked = bare === undefined ? null : linkedAt(bare);
    return linked ? `[${linked.title.replace(/[[\]\\]/g, "\\$&") || bare}](<${bare}>)` : whole;
  });
