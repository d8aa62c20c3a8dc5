import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { placeFocus } from "#app/components/ui/place-focus";

/** What contains links to other pages of a list. */
const LEADING = ".pagination, .comments__more, .comments__all";

/**
 * Moves the focus to the beginning of a list's other page, as loading it would. The link that led there stays behind the
 * list's end, where the next Tab would go on.
 */
export function usePageFocus(): void {
  const { pathname, search, hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed URL means a navigation
  useEffect(() => {
    if (document.activeElement?.closest(LEADING)) placeFocus(document.querySelector(hash || "#main"));
  }, [pathname, search]);
}
