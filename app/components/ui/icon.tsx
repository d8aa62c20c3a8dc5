import { createContext, useContext, useEffect, useReducer, useRef } from "react";
import { type IconData, iconRegistry } from "./icon-registry";

/** On the server: every icon's data, so that it is in the first byte. In the browser: null. */
export const IconDataContext = createContext<((name: string) => IconData | null) | null>(null);

type Props = {
  /** `sq:home`, `sqsvg:not-found`; without a collection it is one of `sq`. */
  name: string;
  className?: string;
  /** Words that it says to those who don't see it; without it the icon is decoration. */
  label?: string;
};

/**
 * An icon of our collections as inline SVG. The browser leaves the drawing of the server's HTML as it is and learns
 * it from there; one that it meets first after a navigation is fetched by the icon protocol.
 */
export function Icon({ name, className, label }: Props) {
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
      // Another name is another element: the drawing of a taken-over one is unknown to React, which would leave it.
      key={fullName}
      ref={element}
      className={className ? `icon ${className}` : "icon"}
      viewBox={`0 0 ${data?.width ?? 24} ${data?.height ?? 24}`}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings of this repository, nobody else's
      dangerouslySetInnerHTML={{ __html: data?.body ?? "" }}
    />
  );
}
