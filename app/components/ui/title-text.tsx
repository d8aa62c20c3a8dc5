import type { ReactNode } from "react";

type Props = {
  text: string;
  /** The text with its matches marked. */
  children?: ReactNode;
};

/** A clause that, with its mark, may be wider than a line of a list with pictures on a phone. */
const LONG_CLAUSE = /[^，。？！、；：,?!;:]{12}/;

/**
 * The text of a title. Titles break after a clause; one with a clause that is wider than a line breaks within it, since
 * browsers would else put the mark after it at the start of a line.
 */
export const TitleText = ({ text, children = text }: Props) =>
  LONG_CLAUSE.test(text) ? <span className="long-clause">{children}</span> : children;
