type Props = {
  /** HTML that the upstream made and sanitised (`contentHtml`). Nothing else may ever be passed here. */
  html: string;
  /** `compact` for short texts such as answers in a list. */
  size?: "normal" | "compact";
};

/** A text of an author, set for reading. The only place where HTML of the upstream enters a page. */
export function Prose({ html, size = "normal" }: Props) {
  return (
    <div
      className={size === "compact" ? "prose prose--compact" : "prose"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made and sanitised by the upstream
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
