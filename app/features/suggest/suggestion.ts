/** Something that a search may be meant for. */
export type Suggestion = {
  kind: "user" | "tag" | "title";
  text: string;
  /** What it is, in a word. */
  note: string;
  href: string;
};
