import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { closePopovers } from "#app/components/ui/popover";

/**
 * Does after a client-side navigation what a page load would do: closes menus and announces the new page's title, with its
 * number if it is part of a list.
 */
export function AfterNavigation() {
  const { pathname, search } = useLocation();
  const first = useRef(true);
  const region = useRef<HTMLParagraphElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed URL means a navigation
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    closePopovers();
    const page = new URLSearchParams(search).get("page");
    // A new node, since a text that stays the same would not be read out again.
    region.current?.replaceChildren(document.title + (page ? `，第 ${page} 页` : ""));
  }, [pathname, search]);

  return <p ref={region} className="visually-hidden" aria-live="polite" />;
}
