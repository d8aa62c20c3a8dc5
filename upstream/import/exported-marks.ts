import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";

/** `![[a.png|300]]` and `[[note|words]]` of Obsidian. */
const EMBED = String.raw`!\[\[(?<embed>[^\]|#\n]+)(?:[#|][^\]\n]*)?\]\]`;
const WIKI = String.raw`\[\[(?<page>[^\]|\n]+?)(?:\|(?<words>[^\]\n]+))?\]\]`;
/** Anchors and styling that editors (such as 语雀) add; their content is kept. */
const DECORATION = String.raw`<a\s+(?:name|id)=(?:"[^"<>]*"|'[^'<>]*'|[^\s<>]+)\s*>(?:<\/a>)?|<\/?(?:font|span|center)(?:\s[^<>]*)?>`;
/** Tags that are kept without attributes. */
const TAG = String.raw`<(?<tag>sup|sub|kbd|ruby|rt|rp|u|ins|del|small|mark|details|summary|br)\s[^<>]*>`;
const LINK = String.raw`<a\s[^<>]*?href=(?:"(?<href>[^"<>]*)"|'(?<href1>[^'<>]*)')[^<>]*>(?<label>[^<>]*)<\/a>`;
const STRONG = String.raw`<(?<strong>b|strong)>(?<bold>[^<>*\n]+)<\/\k<strong>>`;
const SLANTED = String.raw`<(?<em>i|em)>(?<slanted>[^<>*\n]+)<\/\k<em>>`;
const MARKS = new RegExp([CODE, EMBED, WIKI, DECORATION, TAG, LINK, STRONG, SLANTED].join("|"), "gim");

/**
 * Converts the syntax of other editors to plain Markdown: Obsidian's links and pictures, and purely presentational
 * HTML.
 */
export const translateExport = (markdown: string): string =>
  /\[\[|<[a-z/]/i.test(markdown)
    ? outsideCode(markdown, (text) =>
        text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
          const found = rest.at(-1) as Record<string, string | undefined>;
          if (found.ticks !== undefined) return whole;
          if (found.embed !== undefined) return `![](<${found.embed.trim()}>)`;
          if (found.page !== undefined) return found.words ?? found.page.replace(/^.*#/, "");
          if (found.tag !== undefined) return `<${found.tag}>`;
          const address = found.href ?? found.href1;
          if (address !== undefined) return `[${(found.label ?? "").replace(/[[\]]/g, "")}](<${address}>)`;
          if (found.bold !== undefined) return `**${found.bold.trim()}**`;
          if (found.slanted !== undefined) return `*${found.slanted.trim()}*`;
          return "";
        }),
      )
    : markdown;
