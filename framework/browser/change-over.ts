// Imported by React Router itself (`own-view-transitions` of patches/), and with it in one file: it may import nothing of ours.

/** The router, as far as it tells where one is. */
type Router = { state: { location: Shown; historyAction: string } };
type Shown = { pathname: string; key: string };

/** Told by the document once pages change over, with the browser's transition. */
export const CHANGE_OVER = "change-over";

declare global {
  interface DocumentEventMap {
    [CHANGE_OVER]: CustomEvent<ViewTransition>;
  }
}

/** Milliseconds that the old page stands still at most while the new one is rendered. */
const STILL_MAX = 300;

let shown: Shown | null = null;
let rendered = () => {};

const isNewest = ({ state }: Router): boolean => shown?.key === state.location.key;

/** Notes which page React has put into the document. */
export function noteShown(router: Router, location: Shown): void {
  shown = location;
  if (isNewest(router)) rendered();
}

/**
 * Lets React render the newest state of the router: another page by a view transition, where the reader likes motion and
 * unless it is a step in the history, which browsers may move by themselves; all else at once.
 * @param render has React render it, soon
 */
export function changeOver(router: Router, render: () => void): void {
  const { location, historyAction } = router.state;
  const stays = shown === null || location.pathname === shown.pathname || historyAction === "POP";
  // Not every browser has it, whatever the compiler knows.
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
        // A later state may have brought it meanwhile.
        if (isNewest(router)) resolve();
        else render();
      }),
  );
  // A page that nobody sees, or that is left again at once, has none.
  change.ready.catch(() => {});
  document.dispatchEvent(new CustomEvent(CHANGE_OVER, { detail: change }));
}
