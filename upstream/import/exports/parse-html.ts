import { Parser } from "htmlparser2";
import type { HtmlElement, HtmlNode } from "#app/contract/text/html-node";

/** Maximum nesting depth; deeper elements are appended to the last level. */
const DEPTH_MAX = 60;
/** Elements with significant line breaks. */
const AS_WRITTEN = new Set(["pre", "code", "script", "style", "textarea"]);

type Options = {
  /** Treats an empty line as the end of a paragraph and keeps line breaks, as blogs do with handwritten HTML. */
  typed?: boolean;
  /** Base URL for links with a path from the root; without it they stay as they are. */
  base?: string;
};
type Open = { tag: string; attributes: Readonly<Record<string, string>>; children: HtmlNode[] };

/** Parses an HTML fragment, however malformed. */
export function parseHtml(html: string, { typed = false, base }: Options = {}): HtmlElement {
  const root: Open = { tag: "body", attributes: {}, children: [] };
  const open = [root];
  let tooDeep = 0;
  let asWritten = 0;
  const add = (node: HtmlNode) => {
    const children = open.at(-1)?.children ?? [];
    const last = children.at(-1);
    // The parser emits each entity alone; joined, as in a browser's DOM, `&amp;nbsp;` can be recognized and escaped.
    if (typeof node === "string" && typeof last === "string") children[children.length - 1] = last + node;
    else children.push(node);
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (AS_WRITTEN.has(tag)) asWritten += 1;
      if (open.length > DEPTH_MAX) {
        tooDeep += 1;
        return;
      }
      const element: Open = {
        tag,
        attributes: tag === "a" ? withAbsoluteUrl(attributes, base) : attributes,
        children: [],
      };
      add(elementOf(element));
      open.push(element);
    },
    onclosetag(tag) {
      if (AS_WRITTEN.has(tag)) asWritten -= 1;
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    },
    ontext(text) {
      if (!typed || asWritten > 0) add(text);
      else for (const node of typedLines(text)) add(node);
    },
  });
  parser.end(html);
  return elementOf(root);
}

/** Attributes of a link; a path from the root (`/…`) becomes an absolute URL. */
function withAbsoluteUrl<T extends Readonly<Record<string, string>>>(attributes: T, base: string | undefined): T {
  const { href = "" } = attributes;
  const isPath = /^\/(?!\/)/.test(href);
  return isPath && URL.canParse(href, base) ? { ...attributes, href: new URL(href, base).href } : attributes;
}

const elementOf = ({ tag, attributes, children }: Open): HtmlElement => ({
  tag,
  attribute: (name) => attributes[name] ?? null,
  children,
});

/** Text between line breaks: an empty line becomes an empty paragraph, which separates its neighbours. */
const typedLines = (text: string): HtmlNode[] =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/(\n[ \t]*\n\s*|\n)/)
    .map((part) => {
      if (!part.startsWith("\n")) return part;
      return elementOf({ tag: part === "\n" ? "br" : "p", attributes: {}, children: [] });
    });
