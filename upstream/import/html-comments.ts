import { CODE } from "#upstream/text/image-marks";
import { outsideCode } from "#upstream/text/outside-code";

/** Ends at the latest at the next opening, so that many of them take linear time. */
const COMMENT = "(?<comment><!--(?:(?!<!--)[\\s\\S])*?-->)";
const MARKS = new RegExp([CODE, COMMENT].join("|"), "gim");

/** Removes HTML comments from a Markdown text, such as `<!-- more -->` of blogs; those in code are kept. */
export const dropComments = (markdown: string): string =>
  markdown.includes("<!--")
    ? outsideCode(markdown, (text) =>
        text.replace(MARKS, (whole: string, ...rest: unknown[]) =>
          (rest.at(-1) as { comment?: string }).comment === undefined ? whole : "",
        ),
      )
    : markdown;
