/** Below this the page is laid out for a phone. */
export const WIDE_SCREEN = "(min-width: 767.9px)";
const SETTLED_AFTER_RESIZE = 50;

/** Facts that a device tells of itself in the browser alone. */
export type SeenInBrowser = {
  wide: boolean;
  /** An iPad that poses as a Mac is told by its touch points. */
  touchMac: boolean;
};

/** Looks at the device. */
export const seenInBrowser = (): SeenInBrowser => ({
  wide: window.matchMedia(WIDE_SCREEN).matches,
  touchMac: navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent),
});

/**
 * Tells of the device anew 50 ms after the window was resized.
 * @returns what ends it
 */
export function watchDevice(tell: (seen: SeenInBrowser) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => tell(seenInBrowser()), SETTLED_AFTER_RESIZE);
  };
  window.addEventListener("resize", later);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("resize", later);
  };
}
