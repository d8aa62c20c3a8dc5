import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { closePopovers } from "#app/components/ui/popover";

/** Does after a client-side navigation what a page load would do: closes menus and announces the new page's title. */
export function AfterNavigation() {
  const { pathname, search } = useLocation();
  const first = useRef(true);
  const [title, setTitle] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed URL means a navigation
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    closePopovers();
    setTitle(document.title);
  }, [pathname, search]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {title}
    </p>
  );
}
