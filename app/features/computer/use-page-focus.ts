import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { placeFocus } from "#app/components/ui/place-focus";

/** Places of links to other pages of a list. */
const LEADING = ".pagination, .comments__more, .comments__all";

/**
 * Moves the focus to the beginning of a list's other page, as loading it would. The link that led there stays behind the
 * list's end, where the next Tab would go on, or disappears.
 */
export function usePageFocus(): void {
  const { pathname, search, hash } = useLocation();
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      pressed.current = link?.closest(LEADING) ? link.href : null;
    };
    addEventListener("click", note, true);
    return () => removeEventListener("click", note, true);
  }, []);
  useEffect(() => {
    if (pressed.current !== new URL(`${pathname}${search}${hash}`, location.origin).href) return;
    pressed.current = null;
    placeFocus(document.getElementById(hash.slice(1) || "main"));
  }, [pathname, search, hash]);
}
