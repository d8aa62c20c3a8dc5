/** Media query for wide screens; narrower pages are laid out for a phone. */
export const WIDE_SCREEN = "(min-width: 767.9px)";
const SETTLED_AFTER_RESIZE = 50;

/** Facts about a device that only the browser knows. */
export type SeenInBrowser = {
  wide: boolean;
  /** An iPad posing as a Mac is recognized by its touch points. */
  touchMac: boolean;
};

/** Whether the page is laid out for a screen wider than a phone's. */
export const isWide = (): boolean => matchMedia(WIDE_SCREEN).matches;

/** Reads these facts. */
export const seenInBrowser = (): SeenInBrowser => ({
  wide: isWide(),
  touchMac: navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent),
});

/**
 * Calls `look` 50 ms after each window resize.
 * @returns a function that stops it
 */
export function watchDevice(look: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(look, SETTLED_AFTER_RESIZE);
  };
  addEventListener("resize", later);
  return () => {
    clearTimeout(timer);
    removeEventListener("resize", later);
  };
}
