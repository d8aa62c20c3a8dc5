import { type ReactElement, useEffect, useRef, useState } from "react";

type Props = {
  /** HTML that the upstream made and sanitised (`contentHtml`). Nothing else may ever be passed here. */
  html: string;
  /** `compact` for short texts such as answers in a list. */
  size?: "normal" | "compact";
};

/** A text of an author, set for reading. The only place where HTML of the upstream enters a page. */
export function Prose({ html, size = "normal" }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<ReactElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code and pictures
  useEffect(() => {
    const prose = element.current;
    if (!prose?.querySelector("pre,img")) return;
    // Without it code is copied by hand, and a picture is a link to itself.
    import("./prose-tools").then(({ equip }) => equip(prose, setViewer)).catch(() => {});
  }, [html]);
  return (
    <>
      <div
        ref={element}
        className={size === "compact" ? "prose prose--compact" : "prose"}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made and sanitised by the upstream
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {viewer}
    </>
  );
}
