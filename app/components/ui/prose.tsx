import { type MouseEvent, type ReactElement, useEffect, useRef, useState } from "react";

type Props = {
  /** HTML rendered and sanitized by the upstream (`contentHtml`). Never pass anything else. */
  html: string;
  /** `compact` for short texts such as answers in a list. */
  size?: "normal" | "compact";
};

const tools = () => import("./prose-tools");

/** An author's text, styled for reading. The only place where HTML of the upstream is inserted into a page. */
export function Prose({ html, size = "normal" }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [viewer, setViewer] = useState<ReactElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code blocks and pictures
  useEffect(() => {
    const prose = element.current;
    if (!prose?.querySelector("pre,img")) return;
    tools()
      .then(({ addProseTools }) => addProseTools(prose))
      .catch(() => {});
  }, [html]);
  // Registered before the viewer's code is loaded, so that the first click counts; without scripts, a picture is a link
  // to itself.
  const open = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.picture");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    tools()
      .then(({ openPicture }) => openPicture(link, setViewer))
      .catch(() => location.assign(link.href));
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the clicks on its links, by pointer or keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div
        ref={element}
        onClick={open}
        className={size === "compact" ? "prose prose--compact" : "prose"}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the upstream
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {viewer}
    </>
  );
}
