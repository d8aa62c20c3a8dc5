/**
 * Gives the focus to a part of the page when the control that had it is gone, so that the next Tab goes on from there
 * and not from the top of the page.
 */
export function placeFocus(part: Element | null | undefined = document.getElementById("main")): void {
  if (!(part instanceof HTMLElement)) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

/** Places the focus if it is nowhere: once what has just changed is on the page. */
export function placeLostFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === null || document.activeElement === document.body) placeFocus();
  });
}
