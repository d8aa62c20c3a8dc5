// Bundled into React Router's own file (patch `own-view-transitions`), so it must not import anything of ours.

/** The part of the router's state that says which location it is at. */
type Router = { state: { location: Shown; historyAction: string } };
type Shown = { pathname: string; key: string };

/** Event on the document when a page change starts; `detail` is the browser's `ViewTransition`. */
export const CHANGE_OVER = "change-over";

declare global {
  interface DocumentEventMap {
    [CHANGE_OVER]: CustomEvent<ViewTransition>;
  }
}

/** Longest time in milliseconds that the old page is frozen while the new one renders. */
const STILL_MAX = 300;

let shown: Shown | null = null;
let rendered = () => {};

const isNewest = ({ state }: Router): boolean => shown?.key === state.location.key;

/** Records which location React has rendered into the document. */
export function noteShown(router: Router, location: Shown): void {
  shown = location;
  if (isNewest(router)) rendered();
}

/**
 * Has React render the router's newest state. Going to another page uses a view transition, unless the reader prefers
 * reduced motion or it is a back/forward step (browsers may animate those themselves); everything else renders at once.
 * @param render schedules React's render
 */
export function changeOver(router: Router, render: () => void): void {
  const { location, historyAction } = router.state;
  const stays = shown === null || location.pathname === shown.pathname || historyAction === "POP";
  // Older browsers lack it, although the DOM types say it is always there.
  const canMove = "startViewTransition" in document && !matchMedia("(prefers-reduced-motion)").matches;
  if (stays || !canMove) {
    render();
    return;
  }
  const change = document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        rendered = resolve;
        setTimeout(resolve, STILL_MAX);
        // A later state may already have rendered this location.
        if (isNewest(router)) resolve();
        else render();
      }),
  );
  // Rejects when the page is hidden or left again at once: then there is no transition.
  change.ready.catch(() => {});
  document.dispatchEvent(new CustomEvent(CHANGE_OVER, { detail: change }));
}
