/** List entries by their title links, and answers as a whole. */
const ENTRIES = "main :is(.item__link, .answer)";

/** Handles a reader's key: `/` focuses the search, `j` and `k` move to the next and the previous entry of a list. */
export function handleReaderKey(key: string): void {
  if (key === "/") goToSearch();
  else goToEntry(key === "j" ? 1 : -1);
}

function goToSearch(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>("input[type=search]")].find(isShown);
  if (field) {
    field.focus();
    field.select();
    return;
  }
  // On a narrow screen the header has a link instead.
  [...document.querySelectorAll<HTMLElement>(".site-header__search")].find(isShown)?.click();
}

function goToEntry(by: 1 | -1): void {
  const entries = [...document.querySelectorAll<HTMLElement>(ENTRIES)].filter(isShown);
  const entry = entries[nextIndex(entries, by)];
  if (!entry) return;
  // Answers are not links; they are focused so that reading continues from there.
  if (!entry.matches("a")) entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
  entry.scrollIntoView({ block: entry.matches("a") ? "center" : "start" });
}

/** From the focus, or otherwise from the visible entries. */
function nextIndex(entries: readonly HTMLElement[], by: 1 | -1): number {
  const focused = entries.findIndex((entry) => entry.contains(document.activeElement));
  if (focused >= 0) return focused + by;
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const inSight = entries.findIndex((entry) => entry.getBoundingClientRect().top >= line);
  if (by === 1) return inSight;
  return (inSight < 0 ? entries.length : inSight) - 1;
}

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;
