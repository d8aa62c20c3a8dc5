import { markdownOfHtml } from "#app/contract/html-markdown";
import { tableMarkdown } from "#app/contract/table-markdown";
import { cellsOfHtml, treeOf } from "./html-tree";
import { cellsOfText, isInCode } from "./pasted-cells";
import { pictureMark } from "./picture-marks";
import type { Selected } from "./text-edit";
import type { Source } from "./uploads";

/** Markdown of what was pasted; `lost`: pictures that lie where neither this page nor the server can read them. */
export type Pasted = { markdown: string; lost: number };

const EMBEDDED = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i;
const REMOTE = /^(?:https?:)?\/\//i;

/**
 * Markdown that becomes of a paste that is more than words: cells of a spreadsheet are a table, a piece of a page with
 * pictures is Markdown with marks where they will stand. Null for everything else, which the browser pastes as it does.
 * @param begin begins to upload a picture, and gives the mark that keeps its place
 */
export function readPasted(
  data: Pick<DataTransfer, "getData">,
  { text, start }: Selected,
  begin: (source: Source, alt: string) => string,
): Pasted | null {
  if (isInCode(text, start)) return null;
  const html = data.getData("text/html");
  const body = html ? new DOMParser().parseFromString(html, "text/html").body : null;
  const cells = (body && cellsOfHtml(body)) ?? cellsOfText(data.getData("text/plain"));
  if (cells) return { markdown: tableMarkdown(cells), lost: 0 };
  if (!body?.querySelector("img")) return null;
  let lost = 0;
  const markdown = markdownOfHtml(treeOf(body), (src, alt) => {
    if (src.startsWith(`${location.origin}/`)) return pictureMark(src.slice(location.origin.length), alt);
    const source = REMOTE.test(src) ? { address: new URL(src, "https://x").href } : embedded(src);
    if (source) return begin(source, alt);
    lost += 1;
    return null;
  });
  return { markdown, lost };
}

/** The file that a `data:` address is; null for none that is a picture here. */
function embedded(src: string): File | null {
  const [, type, base64] = EMBEDDED.exec(src) ?? [];
  if (!type || !base64) return null;
  const bytes = Uint8Array.from(atob(base64.replace(/\s/g, "")), (char) => char.charCodeAt(0));
  return new File([bytes], `粘贴的图片.${type.split("/")[1]}`, { type });
}
