import { markdownOfHtml } from "#app/contract/text/html-markdown";
import { tableMarkdown } from "#app/contract/text/table-markdown";
import { pictureMark } from "#app/features/write/text/picture-marks";
import type { Selected } from "#app/features/write/text/text-edit";
import { cellsOfHtml, parsePasted, treeOf } from "./html-tree";
import { cellsOfText, isInCode } from "./pasted-cells";
import type { UploadSource } from "./uploads";

/**
 * Markdown of pasted content: `inline` if it belongs into the line where it is pasted; `lost` counts pictures that
 * neither this page nor the server can read.
 */
export type Pasted = { markdown: string; inline: boolean; lost: number };

const EMBEDDED = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i;
const REMOTE = /^(?:https?:)?\/\//i;

/** Elements that stand by themselves, and those within a line whose meaning plain text would lose. */
const APART = "h1,h2,h3,h4,h5,h6,li,blockquote,hr,img,td+td,tr+tr,details,[data-style*='mso-list:']";
const WITHIN = "a[href],b,strong,i,em,s,del,code,sup,sub,math,[data-tex]";
/** A URL by itself, which some browsers copy from their address bar as a link with the page's title. */
const ADDRESS = /^\s*https?:\/\/\S+\s*$/i;

/**
 * Converts pasted content to Markdown if it is more than plain text: spreadsheet cells become a table, formatted HTML
 * becomes Markdown with placeholders for its pictures. Null for anything else, which the browser pastes as usual.
 * @param begin starts uploading a picture and returns its placeholder
 */
export function readPasted(
  data: Pick<DataTransfer, "getData">,
  { text, start }: Selected,
  begin: (source: UploadSource, alt: string) => string,
): Pasted | null {
  if (isInCode(text, start)) return null;
  const html = data.getData("text/html");
  const plain = data.getData("text/plain");
  const body = html ? parsePasted(html) : null;
  const cells = (body && cellsOfHtml(body)) ?? cellsOfText(plain);
  if (cells) return { markdown: tableMarkdown(cells), inline: false, lost: 0 };
  const apart = body?.querySelector(APART);
  if (!body || !(apart ?? (ADDRESS.test(plain) ? null : body.querySelector(WITHIN)))) return null;
  let lost = 0;
  const markdown = markdownOfHtml(treeOf(body), (src, alt) => {
    if (src.startsWith(`${location.origin}/`)) return pictureMark(src.slice(location.origin.length), alt);
    const source = REMOTE.test(src) ? { address: new URL(src, "https://x").href } : embedded(src);
    if (source) return begin(source, alt);
    lost += 1;
    return null;
  });
  return { markdown, inline: !apart && !markdown.includes("\n"), lost };
}

/** The file in a `data:` URL; null if it is not an accepted picture. */
function embedded(src: string): File | null {
  const [, type, base64] = EMBEDDED.exec(src) ?? [];
  if (!type || !base64) return null;
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  return new File([bytes], `粘贴的图片.${type.split("/")[1]}`, { type });
}
