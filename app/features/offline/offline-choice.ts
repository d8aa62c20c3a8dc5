/** Storage key of the choice to store nothing. */
const CHOICE = "offline-reading";

/** Whether this browser can store pages. */
export const canKeep = (): boolean => "serviceWorker" in navigator && "caches" in window;

/** Whether the reader allows storing pages. */
export function keepsPages(): boolean {
  try {
    return localStorage.getItem(CHOICE) !== "off";
  } catch {
    return false;
  }
}

/** Stores the reader's choice. */
export function choosePages(on: boolean): void {
  try {
    if (on) localStorage.removeItem(CHOICE);
    else localStorage.setItem(CHOICE, "off");
  } catch {
    // Storage is disabled, so no pages are stored either.
  }
}
