/** Code is left alone: what looks like a picture there is an example. */
export const FENCE = String.raw`^ {0,3}(?<fence>\`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:\n {0,3}\k<fence>[\`~]*[ \t]*$|(?![\s\S]))`;
export const CODE = String.raw`(?<![\`\\])(?<ticks>\`+)(?!\`)(?:(?!\n[ \t]*\n)[\s\S])*?[^\`]\k<ticks>(?!\`)`;
const ALT = String.raw`(?:\\.|\[[^\]\n]*\]|[^\]\\[])*`;
const BARE = String.raw`(?:\\.|[^\s()\\]|\((?:\\.|[^\s()\\])*\))+`;
const TITLE = String.raw`\s+(?:"[^"]*"|'[^']*'|\([^)]*\))`;
const INLINE = String.raw`!\[(?<alt>${ALT})\]\(\s*(?:<(?<angled>[^>\n]*)>|(?<bare>${BARE}))(?<title>${TITLE})?\s*\)`;
/** Of pictures written as `![words][label]`; a definition may be a link's too, so the ending decides. */
const DEFINED = String.raw`(?<label>^ {0,3}\[[^\]\n]+\]:[ \t]*)<?(?<defined>[^\s<>]+\.(?:png|jpe?g|gif|webp|avif|svg|bmp|tiff?))>?`;
const TAG = String.raw`<img\s(?<attributes>[^>]*)>`;
const MARKS = new RegExp([FENCE, CODE, INLINE, DEFINED, TAG].join("|"), "gim");

/**
 * Rewrites the addresses of a Markdown text's pictures. `<img>` tags become Markdown, because raw HTML is not shown.
 * @param readdress gives the new address of a picture, or null where it stays as it is
 */
export function readdressImages(markdown: string, readdress: (target: string) => string | null): string {
  return markdown.replace(MARKS, (whole: string, ...rest: unknown[]) => {
    const { alt = "", angled, bare, title = "", label, defined, attributes } = rest.at(-1) as Record<string, string>;
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
