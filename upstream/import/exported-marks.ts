import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";
import { linkByName } from "./link-by-name";

/**
 * `![[a.png|300]]` and `[[note|words]]` of Obsidian; neither places in a matrix (`a[[0]]`) nor numbered links
 * (`[[1]](https://…)`). Bounded, so that texts of many brackets take linear time.
 */
const EMBED = String.raw`!\[\[(?<embed>[^\]|#\n]{1,300})(?:[#|][^\]\n]{0,300})?\]\]`;
const WIKI = String.raw`\[\[(?!\d{1,3}\]\])(?<page>[^\]|\n]{1,300}?)(?:\|(?<words>[^\]\n]{1,300}))?\]\](?!\((?:<|https?:|mailto:|[./#]))`;
/** Anchors and styling that editors (such as 语雀) add; their content is kept. */
const DECORATION = String.raw`<a\s+(?:name|id)=(?:"[^"<>]*"|'[^'<>]*'|[^\s<>]+)\s*>(?:<\/a>)?|<\/?(?:font|span|center)(?:\s[^<>]*)?>`;
/** Blocks with attributes, as in folds of 语雀; those in one line become lines. Without attributes they are words. */
const BOX = String.raw`<(?:p|div)\s[^<>]*>|(?<boxBreak><\/(?:p|div)>)(?=<(?:p|div)[\s>])|(?<boxEnd><\/(?:p|div)>)`;
/** Boxes of Notion. */
const ASIDE = String.raw`^<(?<aside>\/?aside)>[ \t]*$`;
/** Tags that are kept without attributes. */
const TAG = String.raw`<(?<tag>sup|sub|kbd|ruby|rt|rp|u|ins|del|small|mark|details|summary|br)\s[^<>]*>`;
const LINK = String.raw`<a\s[^<>]*?href=(?:"(?<href>[^"<>]*)"|'(?<href1>[^'<>]*)')[^<>]*>(?<label>(?:[^<>]|<(?:img|\/?(?:b|strong|i|em|font|span))\b[^<>]*>)*)<\/a>`;
const STRONG = String.raw`<(?<strong>b|strong)>(?<bold>[^<>*\n]+)<\/\k<strong>>`;
const SLANTED = String.raw`<(?<em>i|em)>(?<slanted>[^<>*\n]+)<\/\k<em>>`;
const MARKS = new RegExp([CODE, EMBED, WIKI, DECORATION, BOX, ASIDE, TAG, LINK, STRONG, SLANTED].join("|"), "gim");

/** Files with these extensions are embedded, but never imported. */
const OTHER_FILE =
  /\.(?:mp3|wav|m4a|ogg|flac|3gp|webm|mp4|mov|mkv|ogv|pdf|canvas|base|docx?|xlsx?|pptx?|zip|excalidraw)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)$/i;

/**
 * Converts the syntax of other editors to plain Markdown: Obsidian's links and pictures, and purely presentational
 * HTML.
 * @param unknown receives each embedded file that is neither a picture nor a note; its name is kept
 */
export function translateExport(markdown: string, unknown: (embed: string) => void = () => {}): string {
  if (!/\[\[|<[a-z/]/i.test(markdown)) return markdown;
  const hasBoxes = /<(?:p|div)\s/i.test(markdown);
  return outsideCode(markdown, (text) =>
    text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
      const found = rest.at(-1) as Record<string, string | undefined>;
      if (found.ticks !== undefined) return whole;
      if (found.embed !== undefined) return embedded(found.embed.trim(), unknown);
      if (found.page !== undefined) return wikiLink(found.page, found.words);
      if (found.boxBreak !== undefined) return hasBoxes ? "<br>" : whole;
      if (found.boxEnd !== undefined) return hasBoxes ? "" : whole;
      if (found.aside !== undefined) return found.aside.startsWith("/") ? ":::" : ":::note";
      if (found.tag !== undefined) return `<${found.tag}>`;
      const address = found.href ?? found.href1;
      if (address !== undefined) return `[${labelOf(found.label ?? "")}](<${address}>)`;
      if (found.bold !== undefined) return `**${found.bold.trim()}**`;
      if (found.slanted !== undefined) return `*${found.slanted.trim()}*`;
      return "";
    }),
  );
}

function embedded(name: string, unknown: (embed: string) => void): string {
  if (PICTURE.test(name)) return `![](<${name}>)`;
  if (!OTHER_FILE.test(name)) return linkByName(name, name);
  unknown(name);
  return name;
}

/**
 * Link to another note, or to a heading of the same one, which remains words. Without words of its own it reads like the
 * heading, or the name. In tables `|` has a backslash.
 */
function wikiLink(page: string, words: string | undefined): string {
  const [, name = "", heading = ""] = /^([^#]*)(?:.*#)?(.*)$/s.exec(page.replace(/\\$/, "")) ?? [];
  const label = words ?? (heading && !heading.startsWith("^") ? heading : name);
  return name.trim() ? linkByName(label, `${name}#${heading}`) : label;
}

/** Text of a link; a picture in it becomes Markdown later. */
const labelOf = (label: string): string => label.replace(/<(?!img\b)[^<>]*>/gi, "").replace(/[[\]]/g, "");
