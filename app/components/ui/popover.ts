/**
 * Attributes of the browser's own popovers, which React 18 has no types for: a button opens and closes the
 * element with that id, without any script.
 */
export const popoverButton = (id: string): Record<string, string> => ({ popovertarget: id });

/** The element that such a button opens. It closes by Escape, a click beside it, and `closePopovers`. */
export const popoverElement = (id: string): Record<string, string> => ({ id, popover: "auto" });

/** After a navigation in the browser the menu that was used for it is still open. */
export function closePopovers(): void {
  for (const open of openPopovers(document)) open.hidePopover();
}

/** Popovers within something that are open now; while a key is handled, also the one that Escape is about to close. */
export function openPopovers(within: ParentNode): HTMLElement[] {
  try {
    return [...within.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')];
  } catch {
    // A browser without popovers has none open.
    return [];
  }
}
