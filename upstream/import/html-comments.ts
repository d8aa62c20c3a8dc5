import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";

/** Ends at the next beginning at the latest, so that many of them take no longer than their length. */
const COMMENT = "(?<comment><!--(?:(?!<!--)[\\s\\S])*?-->)";
const MARKS = new RegExp([CODE, COMMENT].join("|"), "gim");

/** Takes HTML comments out of a Markdown text, such as the `<!-- more -->` of blogs; those in code stay. */
export const dropComments = (markdown: string): string =>
  markdown.includes("<!--")
    ? outsideCode(markdown, (text) =>
        text.replace(MARKS, (whole: string, ...rest: unknown[]) =>
          (rest.at(-1) as { comment?: string }).comment === undefined ? whole : "",
        ),
      )
    : markdown;
