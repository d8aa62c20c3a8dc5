import { formulaOf } from "./html-formula";
import type { HtmlElement, HtmlNode } from "./html-node";
import { tableMarkdown } from "./table-markdown";
import { withWordLists } from "./word-lists";

/** Converts a picture of another page to Markdown; null omits it. */
export type PictureOf = (src: string, alt: string) => string | null;

const SKIPPED = new Set("style script title meta link template noscript button svg head".split(" "));
const HEADING = /^h([1-6])$/;
const BLOCKS = new Set(
  "address article aside blockquote body dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul".split(
    " ",
  ),
);
/** Tags that Markdown keeps as HTML; see `services/markdown`. */
const KEPT = new Set("sup sub kbd ruby rt rp u ins small mark".split(" "));
const MARKS: Record<string, string> = { b: "**", strong: "**", i: "*", em: "*", del: "~~", s: "~~", strike: "~~" };
/** Elements that embed other resources; converted to links. */
const FRAMES = new Set(["iframe", "video", "audio", "embed"]);
/** Beginning of a list, which needs no empty line before it. */
const IS_LIST = /^(?:- |\d+\. )/;
/** Box of a task whose words are a block of their own. */
const IS_BOX = /^\s*\[[ x]\]$/;
/** Attributes that may hold a picture's URL; pages with lazy loading use the first two. */
const LATE = ["data-src", "data-original", "src"];
const LANGUAGE = /\b(?:lang(?:uage)?-|brush:\s*|hljs\s+)([\w+#-]+)/;
const WEB_ADDRESS = /^https?:\/\/[^\s<>]+$/i;
/** Style with which Google Docs wraps a whole text in `<b>`. */
const NOT_BOLD = /font-weight:\s*(?:normal|[1-4]00)/i;

/**
 * Converts HTML of another page to Markdown: headings, paragraphs, lists, quotations, code, tables, links, emphasis.
 */
export function markdownOfHtml(body: HtmlElement, picture: PictureOf): string {
  return blocksOf(body, picture).join("\n\n");
}

/** Markdown of a picture, with any characters in its URL escaped. */
export const pictureMarkdown = (src: string, alt: string): string =>
  `![${alt}](${/[\s()]/.test(src) ? `<${src.replace(/[<>\n]/g, "")}>` : src})`;

/** All elements with the given tags within another, in document order. */
export function elementsIn(parent: HtmlElement, tags: readonly string[]): HtmlElement[] {
  return parent.children.flatMap((child) =>
    typeof child === "string" ? [] : [...(tags.includes(child.tag) ? [child] : []), ...elementsIn(child, tags)],
  );
}

/** Text of a table's cells, row by row. */
export const cellsOfTable = (table: HtmlElement, cell: (text: string) => string): string[][] =>
  rowsOf(table, (element) => cell(textOf(element, "\n", (text) => text.replace(/\s+/g, " "))));

/** All text within a node; `lineBreak` replaces each `<br>`, `words` each text. */
const textOf = (node: HtmlNode, lineBreak = "", words = (text: string) => text): string =>
  typeof node === "string"
    ? words(node)
    : node.tag === "br"
      ? lineBreak
      : node.children.map((child) => textOf(child, lineBreak, words)).join("");

/** Rows of a table; the extra places of a cell that spans several are empty. */
function rowsOf(table: HtmlElement, words: (cell: HtmlElement) => string): string[][] {
  const rows: string[][] = [];
  const below: number[] = [];
  for (const tr of elementsIn(table, ["tr"])) {
    const row: string[] = [];
    const skip = () => {
      for (let n = below[row.length] ?? 0; n > 0; n = below[row.length] ?? 0) {
        below[row.length] = n - 1;
        row.push("");
      }
    };
    for (const cell of tr.children) {
      if (typeof cell === "string" || (cell.tag !== "td" && cell.tag !== "th")) continue;
      skip();
      const rowSpan = spanOf(cell, "rowspan", 1_000);
      for (let column = 0; column < spanOf(cell, "colspan", 100); column += 1) {
        if (rowSpan > 1) below[row.length] = rowSpan - 1;
        row.push(column === 0 ? words(cell) : "");
      }
    }
    skip();
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

function spanOf(cell: HtmlElement, name: string, max: number): number {
  const span = Number.parseInt(cell.attribute(name) ?? "1", 10);
  return span > 0 ? Math.min(span, max) : 1;
}

/** Converts an element's content to blocks, without blank lines around them. */
function blocksOf(parent: HtmlElement, picture: PictureOf): string[] {
  const blocks: string[] = [];
  let line = "";
  const endLine = () => {
    const words = line.replace(/ *\n */g, "\n").trim();
    if (words) blocks.push(words.split("\n").map(escapeBeginning).join("\n"));
    line = "";
  };
  for (const node of withWordLists(parent.children)) {
    if (typeof node !== "string" && holdsBlocks(node)) {
      endLine();
      blocks.push(...blockOf(node, picture));
    } else line += inlineOf(node, picture);
  }
  endLine();
  return blocks;
}

/** Escapes a line whose beginning Markdown would take for a block. */
const escapeBeginning = (line: string): string =>
  line.replace(/^(?:(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|:::|~~~|={2,}\s*$|-{2,}\s*$)|(\d{1,9})(?=[.)](?:\s|$)))/, "$1\\");

const holdsBlocks = (element: HtmlElement): boolean =>
  BLOCKS.has(element.tag) || element.children.some((child) => typeof child !== "string" && holdsBlocks(child));

function blockOf(element: HtmlElement, picture: PictureOf): string[] {
  const { tag } = element;
  if (SKIPPED.has(tag)) return [];
  const level = HEADING.exec(tag)?.[1];
  if (level) {
    const words = inlineOf(element, picture).replace(/\s+/g, " ").trim();
    // The first level is reserved for the title.
    return words ? [`${"#".repeat(Math.max(2, Number(level)))} ${words}`] : [];
  }
  if (tag === "hr") return ["---"];
  if (tag === "pre") return [fenced(textOf(element, "\n").replace(/^\n|\n$/g, ""), languageOf(element))];
  if (tag === "table") {
    const rows = rowsOf(element, (cell) =>
      blocksOf(cell, picture).join("<br>").replace(/\n/g, "<br>").replace(/\|/g, "\\|"),
    );
    return rows.length > 0 ? [tableMarkdown(rows)] : [];
  }
  if (tag === "details") return detailsOf(element, picture);
  const inner = blocksOf(element, picture);
  if (tag === "blockquote")
    return inner.length > 0 ? [inner.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">")] : [];
  if (tag !== "ul" && tag !== "ol") return inner;
  const items = element.children.filter((child) => typeof child !== "string" && child.tag === "li") as HtmlElement[];
  const start = Number(/^\d{1,6}$/.exec(element.attribute("start") ?? "")?.[0] ?? 1);
  const lines = items.map((item, n) => {
    const mark = tag === "ol" ? `${start + n}. ` : "- ";
    return (
      mark +
      blocksOf(item, picture)
        .reduce((text, block) => text + (IS_BOX.test(text) ? " " : IS_LIST.test(block) ? "\n" : "\n\n") + block, "")
        .trimStart()
        .replace(/\n(?!\n)/g, `\n${" ".repeat(mark.length)}`)
    );
  });
  return lines.length > 0 ? [lines.join("\n")] : inner;
}

function detailsOf(element: HtmlElement, picture: PictureOf): string[] {
  const isSummary = (child: HtmlNode) => typeof child !== "string" && child.tag === "summary";
  const summary = element.children.filter(isSummary).map((child) => inlineOf(child, picture));
  const rest = { ...element, tag: "div", children: element.children.filter((child) => !isSummary(child)) };
  return [`<details><summary>${summary.join(" ").trim()}</summary>`, ...blocksOf(rest, picture), "</details>"];
}

/** Language of a code block, as the various syntax highlighters mark it. */
function languageOf(pre: HtmlElement): string {
  for (const element of [pre, ...elementsIn(pre, ["code"])]) {
    const named = element.attribute("data-enlighter-language") ?? element.attribute("data-lang");
    const language = named ?? LANGUAGE.exec(element.attribute("class") ?? "")?.[1];
    if (language && /^[\w+#-]+$/.test(language) && language !== "none") return language;
  }
  return "";
}

function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Converts a node within a line; within a link's words, any bracket could end them. */
function inlineOf(node: HtmlNode, picture: PictureOf, inLink = false): string {
  if (typeof node === "string")
    return node
      .replace(/\s+/g, " ")
      .replace(/[\\*`<$]|&(?=#?\w{1,31};)|~~|==|(?<![\p{L}\p{N}])_(?=\S)/gu, "\\$&")
      .replace(inLink ? /[[\]]/g : /\[(?=\^|[^[\]]{0,200}\][([:])/g, "\\$&");
  const { tag } = node;
  if (SKIPPED.has(tag)) return "";
  if (tag === "br") return "\n";
  const formula = formulaOf(node);
  if (formula) return formula;
  if (tag === "img") {
    const src = LATE.map((name) => node.attribute(name)).find((src) => src !== null) ?? "";
    return picture(src, (node.attribute("alt") ?? "").replace(/[[\]\n]/g, " ").trim()) ?? "";
  }
  if (tag === "input")
    return node.attribute("type") === "checkbox" ? `[${node.attribute("checked") === null ? " " : "x"}] ` : "";
  if (tag === "code") return codeOf(textOf(node));
  if (FRAMES.has(tag)) {
    const src = node.attribute("src") ?? elementsIn(node, ["source"])[0]?.attribute("src") ?? "";
    return WEB_ADDRESS.test(src) ? `<${src}>` : "";
  }
  const href = tag === "a" ? (node.attribute("href") ?? "").replace(/^\/\//, "https://") : "";
  const isLink = WEB_ADDRESS.test(href);
  const words = node.children.map((child) => inlineOf(child, picture, inLink || isLink)).join("");
  if (isLink && words.trim() && !words.includes("!["))
    return `[${words.trim()}](${/[()]/.test(href) ? `<${href}>` : href})`;
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? [];
  if (!inner || inner.includes("\n")) return words;
  const named = MARKS[tag] ?? "";
  const mark = named === "**" && NOT_BOLD.test(node.attribute("style") ?? "") ? "" : named;
  if (KEPT.has(tag)) return `${before}<${tag}>${inner}</${tag}>${after}`;
  return before + mark + inner + mark + after;
}

function codeOf(code: string): string {
  if (!code.trim()) return "";
  const ticks = code.includes("`") ? "``" : "`";
  return `${ticks}${code.includes("`") ? ` ${code} ` : code}${ticks}`;
}
