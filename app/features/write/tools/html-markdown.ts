import { cellOf, tableMarkdown } from "./table-markdown";

/** Markdown that a picture of another page becomes; null leaves it out. */
export type PictureOf = (src: string, alt: string) => string | null;

const SKIPPED = new Set(["STYLE", "SCRIPT", "TITLE", "META", "LINK", "TEMPLATE", "NOSCRIPT", "BUTTON", "SVG"]);
const HEADING = /^H([1-6])$/;
const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE UL".split(
    " ",
  ),
);
/** Attributes that hold a picture's address; pages that load pictures late have it elsewhere. */
const LATE = ["data-src", "data-original", "src"];
const WEB_ADDRESS = /^https?:\/\/[^\s()<>]+$/i;

/** Markdown of a piece of another page: headings, paragraphs, lists, quotations, code, tables, links, emphasis. */
export function markdownOfHtml(body: Element, picture: PictureOf): string {
  return blocksOf(body, picture).join("\n\n");
}

/**
 * The cells of the one table that a piece of HTML is, as spreadsheets put it into the clipboard; null for anything
 * else.
 */
export function cellsOfHtml(body: Element): string[][] | null {
  const tables = body.querySelectorAll("table");
  const table = tables[0];
  if (!table || tables.length > 1) return null;
  const elsewhere = body.cloneNode(true) as Element;
  for (const part of elsewhere.querySelectorAll("table, style, title")) part.remove();
  if (elsewhere.textContent?.trim() || body.querySelector("img")) return null;
  const rows = rowsOf(table, (cell) => cellOf(cell.textContent ?? ""));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}

/** Rows of a table; a cell that reaches over several columns or rows leaves the others empty. */
function rowsOf(table: Element, words: (cell: Element) => string): string[][] {
  const rows: string[][] = [];
  const below: number[] = [];
  for (const tr of table.querySelectorAll("tr")) {
    const row: string[] = [];
    const skip = () => {
      for (let n = below[row.length] ?? 0; n > 0; n = below[row.length] ?? 0) {
        below[row.length] = n - 1;
        row.push("");
      }
    };
    for (const cell of tr.querySelectorAll<HTMLTableCellElement>(":scope > td, :scope > th")) {
      skip();
      for (let column = 0; column < Math.min(cell.colSpan, 100); column += 1) {
        if (cell.rowSpan > 1) below[row.length] = Math.min(cell.rowSpan, 1_000) - 1;
        row.push(column === 0 ? words(cell) : "");
      }
    }
    skip();
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

/** Blocks of an element, each without an empty line around it. */
function blocksOf(parent: Element, picture: PictureOf): string[] {
  const blocks: string[] = [];
  let line = "";
  const endLine = () => {
    const words = line.replace(/ *\n */g, "\n").trim();
    if (words) blocks.push(words);
    line = "";
  };
  for (const node of parent.childNodes) {
    if (node instanceof Element && holdsBlocks(node)) {
      endLine();
      blocks.push(...blockOf(node, picture));
    } else line += inlineOf(node, picture);
  }
  endLine();
  return blocks;
}

const holdsBlocks = (element: Element): boolean =>
  BLOCKS.has(element.tagName) || [...element.children].some((child) => holdsBlocks(child));

function blockOf(element: Element, picture: PictureOf): string[] {
  const { tagName } = element;
  if (SKIPPED.has(tagName)) return [];
  const level = HEADING.exec(tagName)?.[1];
  if (level) {
    const words = inlineOf(element, picture).replace(/\s+/g, " ").trim();
    // The first level is the title's.
    return words ? [`${"#".repeat(Math.max(2, Number(level)))} ${words}`] : [];
  }
  if (tagName === "HR") return ["---"];
  if (tagName === "PRE") return [fenced((element.textContent ?? "").replace(/\n$/, ""))];
  if (tagName === "TABLE") {
    const rows = rowsOf(element, (cell) => blocksOf(cell, picture).join("<br>").replace(/\n/g, "<br>"));
    return rows.length > 0 ? [tableMarkdown(rows)] : [];
  }
  const inner = blocksOf(element, picture);
  if (tagName === "BLOCKQUOTE") return [inner.join("\n\n").replace(/^/gm, "> ").replace(/^> $/gm, ">")];
  if (tagName !== "UL" && tagName !== "OL") return inner;
  const items = [...element.children].filter((child) => child.tagName === "LI");
  const lines = items.map((item, n) => {
    const mark = tagName === "OL" ? `${n + 1}. ` : "- ";
    return (
      mark +
      blocksOf(item, picture)
        .join("\n")
        .replace(/\n/g, `\n${" ".repeat(mark.length)}`)
    );
  });
  return lines.length > 0 ? [lines.join("\n")] : inner;
}

function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

function inlineOf(node: Node, picture: PictureOf): string {
  if (node instanceof Text) return node.data.replace(/\s+/g, " ").replace(/[\\*`<]/g, "\\$&");
  if (!(node instanceof Element) || SKIPPED.has(node.tagName.toUpperCase())) return "";
  if (node.tagName === "BR") return "\n";
  if (node instanceof HTMLImageElement) {
    const src = LATE.map((name) => node.getAttribute(name)).find((src) => src !== null) ?? "";
    return picture(src, node.alt.replace(/[[\]\n]/g, " ").trim()) ?? "";
  }
  if (node.tagName === "CODE") return codeOf(node.textContent ?? "");
  const words = [...node.childNodes].map((child) => inlineOf(child, picture)).join("");
  const href = node.tagName === "A" ? (node.getAttribute("href") ?? "") : "";
  if (WEB_ADDRESS.test(href) && words.trim() && !words.includes("![")) return `[${words.trim()}](${href})`;
  const mark = /^(?:B|STRONG)$/.test(node.tagName) ? "**" : /^(?:I|EM)$/.test(node.tagName) ? "*" : "";
  const [, before = "", inner = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(words) ?? [];
  return mark && inner && !inner.includes("\n") ? before + mark + inner + mark + after : words;
}

function codeOf(code: string): string {
  if (!code.trim()) return "";
  const ticks = code.includes("`") ? "``" : "`";
  return `${ticks}${code.includes("`") ? ` ${code} ` : code}${ticks}`;
}
