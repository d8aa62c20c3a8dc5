import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { closePopovers } from "#app/components/ui/popover";

/** Does what a full page load would have done: menus close, and the new page's title is read out. */
export function AfterNavigation() {
  const { pathname, search } = useLocation();
  const first = useRef(true);
  const [title, setTitle] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what tells that there was a navigation
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
