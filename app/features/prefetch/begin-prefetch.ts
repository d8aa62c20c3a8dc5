/** Milliseconds after loading. */
const START_AFTER = 1_000;

type Connection = { effectiveType?: string; saveData?: boolean };

/**
 * Begins to fetch ahead one second after loading; not on a slow connection and not when the reader saves data.
 * @param begin gives what ends it
 * @returns what ends it, or keeps it from beginning
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
