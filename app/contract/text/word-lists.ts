import type { HtmlElement, HtmlNode } from "./html-node";

type Item = { level: number; ordered: boolean; start: number; words: HtmlNode[] };

const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
const IS_MARK = /mso-list:\s*ignore/i;
/** Mark of a numbered item: 1. a) （一） 2、; a bullet is a character of a symbol font. */
const NUMBERED = /^[（(]?[\p{L}\p{N}]{1,6}[.)、．）]/u;

/** Replaces the paragraphs that Word and WPS format as list items, each with its mark as text, by lists. */
export function withWordLists(nodes: readonly HtmlNode[]): readonly HtmlNode[] {
  if (!nodes.some(itemOf)) return nodes;
  const result: HtmlNode[] = [];
  let run: Item[] = [];
  const endRun = () => {
    if (run.length > 0) result.push(listOf(run));
    run = [];
  };
  for (const node of nodes) {
    const item = itemOf(node);
    const [first] = run;
    if (item) {
      if (first && item.level <= first.level && item.ordered !== first.ordered) endRun();
      run.push(item);
    } else if (run.length === 0 || typeof node !== "string" || node.trim()) {
      endRun();
      result.push(node);
    }
  }
  endRun();
  return result;
}

function itemOf(node: HtmlNode): Item | null {
  if (typeof node === "string") return null;
  const level = LEVEL.exec(node.attribute("style") ?? "")?.[1];
  if (!level) return null;
  const marks: string[] = [];
  const words = withoutMarks(node.children, marks);
  const mark = marks.join("").trim();
  return { level: Number(level), ordered: NUMBERED.test(mark), start: Number.parseInt(mark, 10) || 1, words };
}

/** Nodes without the marks of list items, which are collected. */
function withoutMarks(nodes: readonly HtmlNode[], marks: string[]): HtmlNode[] {
  return nodes.flatMap((node): HtmlNode[] => {
    if (typeof node === "string") return [node];
    if (!IS_MARK.test(node.attribute("style") ?? ""))
      return [{ ...node, children: withoutMarks(node.children, marks) }];
    marks.push(textIn(node));
    return [];
  });
}

const textIn = (node: HtmlNode): string => (typeof node === "string" ? node : node.children.map(textIn).join(""));

/** A list of items; those of a deeper level belong to the item before them. */
function listOf(items: readonly Item[]): HtmlElement {
  const [first] = items;
  const entries: HtmlElement[] = [];
  for (let at = 0; at < items.length; ) {
    let end = at + 1;
    while ((items[end]?.level ?? 0) > (first?.level ?? 0)) end += 1;
    const below = items.slice(at + 1, end);
    entries.push(elementOf("li", [...(items[at]?.words ?? []), ...(below.length > 0 ? [listOf(below)] : [])]));
    at = end;
  }
  return elementOf(first?.ordered ? "ol" : "ul", entries, { start: String(first?.start ?? 1) });
}

const elementOf = (tag: string, children: HtmlNode[], attributes: Record<string, string> = {}): HtmlElement => ({
  tag,
  attribute: (name) => attributes[name] ?? null,
  children,
});
