import { useEffect, useRef } from "react";
import { DEFAULT_PICTURE } from "./img";

type Props = {
  /** HTML that the upstream made and sanitised (`contentHtml`). Nothing else may ever be passed here. */
  html: string;
  /** `compact` for short texts such as answers in a list. */
  size?: "normal" | "compact";
};

/** A text of an author, set for reading. The only place where HTML of the upstream enters a page. */
export function Prose({ html, size = "normal" }: Props) {
  const element = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `html` is what brings new pictures
  useEffect(() => {
    const body = element.current;
    if (!body) return;
    const replace = (img: HTMLImageElement) => {
      if (img.src.endsWith(DEFAULT_PICTURE)) return;
      img.removeAttribute("srcset");
      img.src = DEFAULT_PICTURE;
    };
    const failed = (event: Event) => {
      if (event.target instanceof HTMLImageElement) replace(event.target);
    };
    for (const img of body.querySelectorAll("img")) {
      if (img.complete && img.naturalWidth === 0 && img.currentSrc) replace(img);
    }
    // Errors of pictures don't bubble.
    body.addEventListener("error", failed, true);
    return () => body.removeEventListener("error", failed, true);
  }, [html]);

  return (
    <div
      ref={element}
      className={size === "compact" ? "prose prose--compact" : "prose"}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made and sanitised by the upstream
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
