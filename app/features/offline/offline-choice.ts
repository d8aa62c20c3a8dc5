/** Key of a reader's choice that this browser keeps nothing. */
const CHOICE = "offline-reading";

/** Whether this browser can keep pages; where it can't, they are read with a network only. */
export const canKeep = (): boolean => "serviceWorker" in navigator && "caches" in window;

/** Whether the reader lets this browser keep pages. */
export function keepsPages(): boolean {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return false;
  }
}

/** Notes whether the reader does. */
export function choosePages(on: boolean): void {
  try {
    if (on) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, "off");
  } catch {
    // Nothing is kept in this browser, pages neither.
  }
}
