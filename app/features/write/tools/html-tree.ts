import { cellsOfTable, elementsIn, type HtmlElement, type HtmlNode } from "#app/contract/text/html-markdown";
import { cellOf } from "#app/contract/text/table-markdown";

/** Converts a DOM element for the contract's HTML-to-Markdown converter. */
export function treeOf(element: Element): HtmlElement {
  return {
    tag: element.tagName.toLowerCase(),
    attribute: (name) => element.getAttribute(name),
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
