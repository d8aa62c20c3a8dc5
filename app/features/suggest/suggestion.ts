/** Something that a search may be meant for. */
export type Suggestion = {
  kind: "user" | "tag" | "title";
  text: string;
  /** Word for what it is. */
  note: string;
  href: string;
};
