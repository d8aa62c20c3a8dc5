/** A heading of a rendered text; `id` is the anchor that its element carries. */
export type Heading = { id: string; level: number; text: string };

/** Markdown that was rendered, with all that is kept of it. */
export type Rendered = {
  /** Safe HTML: made from Markdown without raw HTML, links marked, pictures with width and height. */
  html: string;
  /** The first words as plain text, for lists and descriptions. */
  excerpt: string;
  headings: Heading[];
  /** The text without its marks, for search and snippets. */
  plain: string;
  /** Words of the plain text; see `countWords`. */
  length: number;
  /** URL of the first picture, if any. */
  firstImage: string | null;
};

/** The one renderer of user Markdown, used at write time and for previews. */
export type Markdown = {
  /** Several texts of one page (answers) are rendered without `anchors`, because ids are unique in a page. */
  render(source: string, options?: { anchors?: boolean }): Promise<Rendered>;
  /** Markdown without its marks, for search and snippets. */
  plain(source: string): string;
};
