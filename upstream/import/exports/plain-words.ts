import type { HtmlNode } from "#app/contract/text/html-node";
import { parseHtml } from "./parse-html";

const BLOCK = /^(?:p|div|li|blockquote|pre|h[1-6]|ul|ol|table|tr)$/;
const SKIPPED = /^(?:script|style|template)$/;

/** Converts an HTML comment to plain text: URLs of links follow their texts, pictures become their URLs. */
export const plainWords = (html: string): string =>
  textIn(parseHtml(html, { typed: !/<p[\s>]/i.test(html) }))
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

function textIn(node: HtmlNode): string {
  if (typeof node === "string") return node;
  const { tag } = node;
  if (SKIPPED.test(tag)) return "";
  if (tag === "br") return "\n";
  if (tag === "img") return node.attribute("src") ?? "";
  const words = node.children.map(textIn).join("");
  if (BLOCK.test(tag)) return `\n${words.trim()}\n${tag === "p" ? "\n" : ""}`;
  const href = tag === "a" ? (node.attribute("href") ?? "") : "";
  return /^https?:/.test(href) && !words.includes(href) ? `${words}（${href}）` : words;
}
