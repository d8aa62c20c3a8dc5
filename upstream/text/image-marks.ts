import { outsideCode } from "#upstream/text/outside-code";

/** Inline code and code blocks are skipped: image syntax inside them is an example. */
export const CODE = String.raw`(?<![\`\\])(?<ticks>\`+)(?!\`)(?:(?!\n[ \t]*\n)[\s\S])*?[^\`]\k<ticks>(?!\`)`;
/** Bounded, so that texts of many brackets take linear time. */
const ALT = String.raw`(?:\\.|\[[^\]\n]{0,300}\]|[^\]\\[]){0,2000}`;
const BARE = String.raw`(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))+`;
const TITLE = String.raw`\s+(?:"[^"]*"|'[^']*'|\([^)]*\))`;
const INLINE = String.raw`!\[(?<alt>${ALT})\]\(\s*(?:<(?<angled>[^>\n]*)>|(?<bare>${BARE}))(?<title>${TITLE})?\s*\)`;
/** End of a picture's URL; hosts of pictures put sizes behind it. */
const EXTENSION = String.raw`\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?)(?:[?#!@][^\s<>]*)?`;
/**
 * Definitions of images written as `![alt][label]`. A definition may belong to a link instead, so the file extension
 * decides.
 */
const DEFINED = String.raw`(?<label>^ {0,3}\[[^\]\n]+\]:[ \t]*)(?:<(?<spaced>[^<>\n]+?${EXTENSION})>|(?<defined>[^\s<>]+?${EXTENSION})(?=\s|$))`;
const TAG = String.raw`<img\s(?<attributes>[^>]*)>`;
const MARKS = new RegExp([CODE, INLINE, DEFINED, TAG].join("|"), "gim");

/**
 * Rewrites the image URLs of a Markdown text. `<img>` tags become Markdown, because raw HTML is not rendered.
 * @param newAddress returns an image's new URL, or null to keep the old one
 */
export function readdressImages(markdown: string, newAddress: (target: string) => string | null): string {
  if (!/!\[|<img\s|\]:/i.test(markdown)) return markdown;
  return outsideCode(markdown, (text) => readdressIn(text, newAddress));
}

function readdressIn(text: string, readdress: (target: string) => string | null): string {
  return text.replace(MARKS, (whole: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Record<string, string>;
    const { alt = "", angled, bare, title = "", label, spaced, defined = spaced, attributes } = found;
    const written = angled ?? bare;
    if (written !== undefined) {
      const address = readdress(unescapeMark(written));
      return address === null ? whole : `![${alt}](${address}${title})`;
    }
    if (defined !== undefined) {
      const address = readdress(defined);
      return address === null ? whole : label + address;
    }
    const source = attributes === undefined ? undefined : attributeOf(attributes, "src");
    if (!source) return whole;
    return `![${(attributeOf(attributes ?? "", "alt") ?? "").replace(/[[\]]/g, "")}](${readdress(source) ?? source})`;
  });
}

const unescapeMark = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1");

function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single, plain] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(attributes) ?? [];
  return double ?? single ?? plain;
}
