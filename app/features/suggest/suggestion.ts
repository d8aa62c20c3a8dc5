/** Suggestion below a search field. */
export type Suggestion = {
  kind: "user" | "tag" | "title";
  text: string;
  /** Label of its kind. */
  note: string;
  href: string;
};
