import { CHANGE_OVER } from "#framework/browser/change-over";

/**
 * Makes what is pressed count while pages change over. From the picture of the old page to the end of the change, browsers
 * give every press to the root element (CSS View Transitions 1: what takes part is not hit; seen in Chromium and WebKit,
 * `pointer-events` change nothing of it). Here the change ends at a press. A finger's is still aimed after that; a mouse's
 * has been, and is made again on what it was meant for.
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
