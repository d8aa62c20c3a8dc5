import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { placeFocus } from "#app/components/ui/place-focus";

/** Places of links to other pages of a list. */
const LEADING = ".pagination, .comments__more, .comments__all";

/** The link that was pressed: its page's path and query, and how to find the element to go on at. */
type Pressed = { page: string; place: () => Element | null };

/**
 * Moves the focus to the beginning of a list's other page, as loading it would, or to the first of the replies that a
 * link has added. The link that led there stays behind the list's end, where the next Tab would go on, or disappears.
 */
export function usePageFocus(): void {
  const { pathname, search } = useLocation();
  const pressed = useRef<Pressed | null>(null);
  useEffect(() => {
    const note = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      pressed.current = link?.closest(LEADING) ? leadOf(link) : null;
    };
    addEventListener("click", note, true);
    return () => removeEventListener("click", note, true);
  }, []);
  useEffect(() => {
    if (pressed.current?.page !== pathname + search) return;
    placeFocus(pressed.current.place());
    pressed.current = null;
  }, [pathname, search]);
}

function leadOf({ pathname, search, hash, dataset, parentElement }: HTMLAnchorElement): Pressed {
  const listed = parentElement?.querySelectorAll(":scope > ol > li").length ?? 0;
  const added = `${hash} .comments__replies > ol > li:nth-child(${listed + 1})`;
  return {
    page: pathname + search,
    place: () => ("stay" in dataset ? document.querySelector(added) : document.getElementById(hash.slice(1) || "main")),
  };
}
