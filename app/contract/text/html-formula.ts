import type { HtmlElement, HtmlNode } from "./html-node";

const KATEX = /(?:^|\s)katex(?:-display)?(?:\s|$)/;

/**
 * Markdown of a formula, from the TeX that pages keep beside its picture or glyphs (KaTeX, MathML, 知乎); null for
 * anything else.
 */
export function formulaOf(element: HtmlElement): string | null {
  const { tag } = element;
  const isFormula = tag === "math" || KATEX.test(element.attribute("class") ?? "");
  const tex = isFormula ? annotationIn(element) : (element.attribute("data-tex") ?? pictured(element));
  if (!tex?.trim()) return null;
  const mark = isFormula ? (isDisplayed(element) ? "$$" : "$") : /\\\\\s*$/.test(tex) ? "$$" : "$";
  return (
    mark +
    tex
      .replace(/\\\\\s*$/, "")
      .replace(/\s+/g, " ")
      .trim() +
    mark
  );
}

/** TeX of a formula that 知乎 shows as a picture. */
const pictured = (element: HtmlElement): string | null =>
  element.tag === "img" && element.attribute("eeimg") !== null ? element.attribute("alt") : null;

function annotationIn(node: HtmlNode): string | null {
  if (typeof node === "string") return null;
  if (node.tag === "annotation" && node.attribute("encoding") === "application/x-tex") return textOf(node);
  for (const child of node.children) {
    const found = annotationIn(child);
    if (found !== null) return found;
  }
  return null;
}

const isDisplayed = (node: HtmlNode): boolean =>
  typeof node !== "string" &&
  ((node.tag === "math" && node.attribute("display") === "block") || node.children.some(isDisplayed));

const textOf = (node: HtmlNode): string => (typeof node === "string" ? node : node.children.map(textOf).join(""));
