/** Milliseconds from the page's load until prefetching starts. */
const START_AFTER = 1_000;

type Connection = { effectiveType?: string; saveData?: boolean };

/**
 * Starts prefetching one second after loading, unless the connection is slow or the reader saves data.
 * @param begin starts it and returns a function that stops it
 * @returns a function that stops it, or prevents it from starting
 */
export function beginPrefetch(begin: () => () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: Connection };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | undefined;
  const wait = () => {
    timer = setTimeout(() => {
      end = begin();
    }, START_AFTER);
  };
  if (connection?.effectiveType !== "slow-2g" && !connection?.saveData) {
    if (document.readyState === "complete") wait();
    else addEventListener("load", wait);
  }
  return () => {
    removeEventListener("load", wait);
    clearTimeout(timer);
    end?.();
  };
}
