import { createContext, useContext, useEffect, useReducer, useRef } from "react";
import { keptPart } from "#framework/kept-part";
import { type IconData, iconRegistry } from "./icon-registry";

/** Looks up icons during server rendering, so that they are in the HTML; null in the browser. */
export const IconDataContext = createContext<((name: string) => IconData | null) | null>(null);

type Props = {
  /** `sq:home`, `sqsvg:not-found`; without a prefix it is in `sq`. */
  name: string;
  className?: string;
  /** Accessible name; without it, the icon is decorative. */
  label?: string;
};

/**
 * An icon of our collections as inline SVG, of which a page has dozens. In the browser, it reuses the SVG from the
 * server's HTML; an icon that first appears after a navigation is fetched by the icon protocol.
 */
export const Icon = import.meta.env.SSR ? keptPart(DrawnIcon) : DrawnIcon;

function DrawnIcon({ name, className, label }: Props) {
  const fullName = name.includes(":") ? name : `sq:${name}`;
  const fromServer = useContext(IconDataContext);
  const element = useRef<SVGSVGElement>(null);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const data = fromServer?.(fullName) ?? iconRegistry.get(fullName);
  useEffect(() => {
    const svg = element.current;
    if (!svg) return;
    if (svg.innerHTML) {
      const { width, height } = svg.viewBox.baseVal;
      if (!iconRegistry.get(fullName)) iconRegistry.set(fullName, { body: svg.innerHTML, width, height });
      return;
    }
    if (iconRegistry.get(fullName)) redraw();
    else iconRegistry.load(fullName);
    return iconRegistry.subscribe(redraw);
  }, [fullName]);
  return (
    <svg
      // A new name needs a new element: React does not know the content taken from the server's HTML, and would keep
      // it.
      key={fullName}
      ref={element}
      className={className ? `icon ${className}` : "icon"}
      viewBox={`0 0 ${data?.width ?? 24} ${data?.height ?? 24}`}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only drawings of this repository
      dangerouslySetInnerHTML={{ __html: data?.body ?? "" }}
    />
  );
}
