import { CHANGE_OVER } from "#framework/browser/change-over";

/**
 * Makes clicks count during a view transition. From the capture of the old page until the transition ends, browsers
 * dispatch every pointer event to the root element (CSS View Transitions 1: captured elements are not hit-tested;
 * confirmed in Chromium and WebKit, `pointer-events` does not change it). So a press ends the transition. A touch is
 * hit-tested after that; a mouse press was hit-tested before, and is dispatched again on the element it was aimed at.
 */
export function passPressesOn(): void {
  let change: ViewTransition | null = null;
  let meant: Element | null = null;
  addEventListener("pagereveal", ({ viewTransition }) => {
    change = viewTransition;
  });
  document.addEventListener(CHANGE_OVER, ({ detail }) => {
    change = detail;
  });
  const end = ({ clientX, clientY }: PointerEvent) => {
    change?.skipTransition();
    meant = change && document.elementFromPoint(clientX, clientY);
    change = null;
  };
  const passOn = (event: MouseEvent) => {
    if (!meant?.isConnected || event.target !== document.documentElement) return;
    const on = meant;
    meant = null;
    event.stopImmediatePropagation();
    on.closest<HTMLElement>("a[href],button,input,select,textarea,summary")?.focus({ preventScroll: true });
    on.dispatchEvent(new MouseEvent("click", event));
  };
  addEventListener("pointerdown", end, true);
  addEventListener("click", passOn, true);
}
