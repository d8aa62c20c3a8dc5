/** Below this the page is laid out for a phone. */
export const WIDE_SCREEN = "(min-width: 767.9px)";
const SETTLED_AFTER_RESIZE = 50;

/** Facts that a device tells of itself in the browser alone. */
export type SeenInBrowser = {
  wide: boolean;
  /** An iPad that poses as a Mac is told by its touch points. */
  touchMac: boolean;
};

/** Whether the page is laid out for a screen wider than a phone's. */
export const isWide = (): boolean => matchMedia(WIDE_SCREEN).matches;

/** Looks at the device. */
export const seenInBrowser = (): SeenInBrowser => ({
  wide: isWide(),
  touchMac: navigator.maxTouchPoints > 1 && /Macintosh/.test(navigator.userAgent),
});

/**
 * Has the device looked at anew 50 ms after the window was resized.
 * @returns what ends it
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
