import { segment, segmentApart, type Tokens } from "./segment";
import { wordsOfTitle } from "./vocabulary";

/** A title, cut into what the index stores of it. */
export type CutTitle = { title: string; tokens: Tokens; vocabulary: string[] };

/** A text that was cut before the transaction that puts it into the index. */
export type CutText = {
  /** Null for a text that goes under the title of another. */
  title: CutTitle | null;
  /** Tokens of the text and of its title, each once, with a space between two. */
  tokens: string;
};

/** Cuts a title. */
export const cutTitle = (title: string): CutTitle => ({
  title,
  tokens: segment(title),
  vocabulary: wordsOfTitle(title),
});

/** Cuts a text and its title, the dictionary's part in a thread of its own. */
export const cutTextApart = async (body: string, title?: string): Promise<CutText> =>
  underTitle(await segmentApart(body), title);

/** Cuts a text and its title. */
export const cutText = (body: string, title?: string): CutText => underTitle(segment(body), title);

function underTitle({ words, rest }: Tokens, title: string | undefined): CutText {
  const own = title === undefined ? null : cutTitle(title);
  return { title: own, tokens: eachOnce(own, [words, rest]) };
}

/** Tokens of a text under a title, each once. */
export const eachOnce = (title: CutTitle | null, body: readonly (readonly string[])[]): string =>
  [...new Set([...(title ? [title.tokens.words, title.tokens.rest] : []), ...body].flat())].join(" ");
