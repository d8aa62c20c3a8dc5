/**
 * Focuses a part of the page when the focused control disappeared, so that the next Tab continues from there and not
 * from the top of the page.
 */
export function placeFocus(part: Element | null | undefined = document.getElementById("main")): void {
  if (!(part instanceof HTMLElement)) return;
  // A control stays one.
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** Restores the focus if it was lost, to a part of the page, found once the current change is rendered. */
export function placeLostFocus(find?: () => Element | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) placeFocus(find?.());
  });
}
