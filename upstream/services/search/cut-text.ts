import { segment, segmentApart, type Tokens } from "./segment";
import { wordsOfTitle } from "./vocabulary";

/** A title, tokenized for the index. */
export type CutTitle = { title: string; tokens: Tokens; vocabulary: string[] };

/** A text that was tokenized before the transaction that indexes it. */
export type CutText = {
  /** Tokens of the title; null for a text without a title of its own. */
  title: CutTitle | null;
  /** Tokens of the text and its title, without duplicates, separated by spaces. */
  tokens: string;
};

/** Tokenizes a title. */
export const cutTitle = (title: string): CutTitle => ({
  title,
  tokens: segment(title),
  vocabulary: wordsOfTitle(title),
});

/** Tokenizes a text and its title, with the dictionary in a worker thread. */
export const cutTextApart = async (body: string, title?: string): Promise<CutText> =>
  underTitle(await segmentApart(body), title);

/** Tokenizes a text and its title. */
export const cutText = (body: string, title?: string): CutText => underTitle(segment(body), title);

function underTitle({ words, rest }: Tokens, title: string | undefined): CutText {
  const own = title === undefined ? null : cutTitle(title);
  return { title: own, tokens: eachOnce(own, [words, rest]) };
}

/** Tokens of a text with a title, without duplicates. */
export const eachOnce = (title: CutTitle | null, body: readonly (readonly string[])[]): string =>
  [...new Set([...(title ? [title.tokens.words, title.tokens.rest] : []), ...body].flat())].join(" ");
