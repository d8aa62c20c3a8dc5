/**
 * Attributes of the Popover API, which React 18 lacks types for: a button that toggles the element with that id,
 * without scripts.
 */
export const popoverButton = (id: string): Record<string, string> => ({ popovertarget: id });

/** Attributes of the element that such a button opens. It closes on Escape, a click outside, and `closePopovers`. */
export const popoverElement = (id: string): Record<string, string> => ({ id, popover: "auto" });

/** Closes menus, which stay open after client-side navigation. */
export function closePopovers(): void {
  for (const open of openPopovers(document)) open.hidePopover();
}

/** Open popovers within an element; during a key event, including the one that Escape is about to close. */
export function openPopovers(within: ParentNode): HTMLElement[] {
  try {
    return [...within.querySelectorAll<HTMLElement>('[popover="auto"]:popover-open')];
  } catch {
    // Browsers without the Popover API have none open.
    return [];
  }
}
