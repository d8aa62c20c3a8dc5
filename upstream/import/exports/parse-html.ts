import { Parser } from "htmlparser2";
import type { HtmlElement, HtmlNode } from "#app/contract/html-markdown";

/** Elements within each other; what stands deeper belongs to the last of them. */
const DEPTH_MAX = 60;
/** Elements whose line ends are part of what they say. */
const AS_WRITTEN = new Set(["pre", "code", "script", "style", "textarea"]);

type Options = {
  /** An empty line ends a paragraph, and each line stays one, as blogs write HTML by hand. */
  typed?: boolean;
};
type Open = { tag: string; attributes: Readonly<Record<string, string>>; children: HtmlNode[] };

/** Parses a piece of HTML, whatever it looks like. */
export function parseHtml(html: string, { typed = false }: Options = {}): HtmlElement {
  const root: Open = { tag: "body", attributes: {}, children: [] };
  const open = [root];
  let tooDeep = 0;
  let asWritten = 0;
  const add = (node: HtmlNode) => open.at(-1)?.children.push(node);
  const parser = new Parser({
    onopentag(tag, attributes) {
      if (AS_WRITTEN.has(tag)) asWritten += 1;
      if (open.length > DEPTH_MAX) {
        tooDeep += 1;
        return;
      }
      const element: Open = { tag, attributes, children: [] };
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

const elementOf = ({ tag, attributes, children }: Open): HtmlElement => ({
  tag,
  attribute: (name) => attributes[name] ?? null,
  children,
});

/** Words between breaks: an empty line is an empty paragraph, which parts what is around it. */
const typedLines = (text: string): HtmlNode[] =>
  text
    .replace(/\r\n?/g, "\n")
    .split(/(\n[ \t]*\n\s*|\n)/)
    .map((part) => {
      if (!part.startsWith("\n")) return part;
      return elementOf({ tag: part === "\n" ? "br" : "p", attributes: {}, children: [] });
    });
