import type { Db } from "#upstream/db/dialect";

/** A heading of a rendered text; `id` is its anchor. */
export type Heading = { id: string; level: number; text: string };

/** Result of rendering Markdown. */
export type Rendered = {
  /** Safe HTML: no raw HTML from the source, links marked, pictures with width and height. */
  html: string;
  /** Beginning of the text as plain text, for lists and descriptions. */
  excerpt: string;
  headings: Heading[];
  /** Plain text, for search and snippets. */
  plain: string;
  /** Words of the plain text; see `countWords`. */
  length: number;
  /** URL of the first picture, if any. */
  firstImage: string | null;
  /** URLs of other sites that the text links to, normalized; pictures from elsewhere are links, too. */
  externalLinks: string[];
};

/** The only renderer of user Markdown, used when writing and for previews. */
export type Markdown = {
  /** Use without `anchors` if several texts (answers) share a page, because ids must be unique. */
  render(source: string, options?: { anchors?: boolean }): Promise<Rendered>;
  /** Returns Markdown as plain text, for search and snippets. */
  plain(source: string): string;
  /** Returns a renderer that looks pictures up in this database, for use inside a transaction. */
  within(db: Db): Markdown;
};
