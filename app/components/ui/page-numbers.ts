/** Narrow screens only show the current, first and last page: those that are `near`. */
type PageEntry = { kind: "page"; page: number; near: boolean } | { kind: "gap"; after: number };

const AROUND = 2;

/** The first and last page and those around the current one, with gaps; a gap of one page is that page. */
export function pageNumbers(current: number, last: number): PageEntry[] {
  const at = Math.min(Math.max(1, current), last);
  const wanted = new Set([1, last]);
  for (let page = at - AROUND; page <= at + AROUND; page++) if (page >= 1 && page <= last) wanted.add(page);
  const entries: PageEntry[] = [];
  let previous = 0;
  for (const page of [...wanted].sort((a, b) => a - b)) {
    if (page - previous === 2) entries.push({ kind: "page", page: page - 1, near: false });
    else if (page - previous > 2) entries.push({ kind: "gap", after: previous });
    entries.push({ kind: "page", page, near: page === at || page === 1 || page === last });
    previous = page;
  }
  return entries;
}
