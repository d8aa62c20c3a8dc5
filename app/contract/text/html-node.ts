/** An HTML element, parsed by a browser or by a program. */
export type HtmlElement = {
  /** Lower case. */
  tag: string;
  attribute(name: string): string | null;
  children: readonly HtmlNode[];
};
/** An element, or text between elements. */
export type HtmlNode = HtmlElement | string;
