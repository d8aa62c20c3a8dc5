import type { Services } from "#upstream/call/context";

/** Stands alone on a line of the Markdown and ends the part that is free to all. */
const FREE_PART_END = /^<!--\s*more\s*-->[ \t]*$/m;

/** Markdown of a document: the part that is free to all (empty without `<!--more-->`), and the whole without that mark. */
export function partsOf(content: string): { free: string; whole: string } {
  const mark = FREE_PART_END.exec(content);
  if (!mark) return { free: "", whole: `\n${content}` };
  const free = content.slice(0, mark.index);
  return { free, whole: `${free}\n${content.slice(mark.index + mark[0].length)}` };
}

/** The whole of a document as plain text, for the search. */
export const plainOf = ({ markdown }: Pick<Services, "markdown">, content: string): string =>
  markdown.plain(partsOf(content).whole);
