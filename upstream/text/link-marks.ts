import { CODE } from "./image-marks";
import { outsideCode } from "./outside-code";

/** Bounded, so that texts of many brackets take linear time. */
const LABEL = String.raw`(?:\\.|\[[^\]\n]{0,300}\](?:\([^()\n]{0,1000}\))?|[^\]\\[]){0,1000}`;
const BARE = String.raw`(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\]){0,1000}\)){1,2000}`;
const TITLE = String.raw`\s+(?:"[^"]{0,500}"|'[^']{0,500}'|\([^)]{0,500}\))`;
const LINK = String.raw`(?<!\\)(?<image>!?)\[(?<label>${LABEL})\]\(\s*(?:<(?<angled>[^>\n]{0,2000})>|(?<bare>${BARE}))(?<title>${TITLE})?\s*\)`;
const DEFINED = String.raw`(?<before>^ {0,3}\[(?!\^)[^\]\n]{1,300}\]:[ \t]*)(?:<(?<definedAngled>[^<>\n]{1,2000})>|(?<defined>[^\s<>]{1,2000}))`;
const MARKS = new RegExp([CODE, LINK, DEFINED].join("|"), "gm");

/** New text and target of a link; without a target the text remains. */
type NewLink = { label: string; target?: string };
type Rewrite = (target: string, label: string, isDefinition: boolean) => NewLink | null;

/**
 * Rewrites the links of a Markdown text, outside code. Of a definition (`[label]: target`) only a new target counts.
 * @param rewrite returns what becomes of a link, or null to keep it
 */
export function rewriteLinks(markdown: string, rewrite: Rewrite): string {
  return outsideCode(markdown, (text) =>
    text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
      const found = rest.at(-1) as Record<string, string | undefined>;
      const { image, label = "", angled, bare, title = "", before, definedAngled, defined = definedAngled } = found;
      const written = angled ?? bare;
      if (defined !== undefined) {
        const target = rewrite(unescapeMark(defined), before ?? "", true)?.target;
        return target === undefined ? whole : before + target;
      }
      if (written === undefined || image) return whole;
      const link = rewrite(unescapeMark(written), label, false);
      if (link === null) return whole;
      return link.target === undefined ? link.label : `[${link.label}](${link.target}${title})`;
    }),
  );
}

const unescapeMark = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
