import type { Services } from "#upstream/call/context";

/** Line of the Markdown that ends the free part. */
const FREE_PART_END = /^<!--\s*more\s*-->[ \t]*$/m;

/** Markdown of a document's free part (empty without `<!--more-->`), and of the whole without that mark. */
export function partsOf(content: string): { free: string; whole: string } {
  const mark = FREE_PART_END.exec(content);
  if (!mark) return { free: "", whole: `\n${content}` };
  const free = content.slice(0, mark.index);
  return { free, whole: `${free}\n${content.slice(mark.index + mark[0].length)}` };
}

/** The whole document as plain text, for the search. */
export const plainOf = ({ markdown }: Pick<Services, "markdown">, content: string): string =>
  markdown.plain(partsOf(content).whole);
