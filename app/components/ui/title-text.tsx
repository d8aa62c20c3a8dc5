import type { ReactNode } from "react";

type Props = {
  text: string;
  /** The text with its matches marked. */
  children?: ReactNode;
};

/** Widest clause, in ems and without its mark, that fits one line of every list on a phone. */
const CLAUSE_MAX = 11;
const LATIN_WIDTH = 0.55;

/** Whether a clause of the text may be wider than a line. */
const hasLongClause = (text: string): boolean =>
  text
    .split(/[，。？！、；：,?!;:]/)
    .some(
      (clause) =>
        clause.replace(/[\0-\xff]/g, "").length * (1 - LATIN_WIDTH) + clause.length * LATIN_WIDTH > CLAUSE_MAX,
    );

/**
 * The text of a title. Titles break after a clause; one with a clause that is wider than a line breaks within it, since
 * browsers would else put the mark after it at the start of a line.
 */
export function TitleText({ text, children = text }: Props) {
  return hasLongClause(text) ? <span className="long-clause">{children}</span> : children;
}
