import { cellsOfTable, elementsIn } from "#app/contract/text/html-markdown";
import type { HtmlElement, HtmlNode } from "#app/contract/text/html-node";
import { cellOf } from "#app/contract/text/table-markdown";

/** Attribute that holds an element's style in `parsePasted`. */
const STYLE = "data-style";

/**
 * Parses HTML of another program. Its styles are set aside: the browser would report each as a violation of the content
 * security policy, even where nothing is shown.
 */
export function parsePasted(html: string): HTMLElement {
  const unstyled = html
    .replace(/<style\b[\s\S]*?<\/style>/gi, "")
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle(?=\s*=)/gi, ` ${STYLE}`));
  return new DOMParser().parseFromString(unstyled, "text/html").body;
}

/** Converts an element of `parsePasted` for the contract's HTML-to-Markdown converter. */
export function treeOf(element: Element): HtmlElement {
  return {
    tag: element.tagName.toLowerCase(),
    attribute: (name) => element.getAttribute(name === "style" ? STYLE : name),
    children: [...element.childNodes].flatMap((node): HtmlNode[] =>
      node instanceof Text ? [node.data] : node instanceof Element ? [treeOf(node)] : [],
    ),
  };
}

/** Cells of an HTML fragment that consists of one table, as spreadsheets copy it; null for anything else. */
export function cellsOfHtml(body: Element): string[][] | null {
  const tree = treeOf(body);
  const [table, second] = elementsIn(tree, ["table"]);
  if (!table || second) return null;
  const elsewhere = body.cloneNode(true) as Element;
  for (const part of elsewhere.querySelectorAll("table, style, title")) part.remove();
  if (elsewhere.textContent?.trim() || body.querySelector("img")) return null;
  const rows = cellsOfTable(table, cellOf);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}
