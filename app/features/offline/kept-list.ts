import { KEPT_CACHE, KEPT_LIST, type Kept, NOTHING_KEPT } from "./kept-pages";

/** Reads the list of stored pages; empty if another version wrote it. */
export async function readKept(): Promise<Kept> {
  if (!(await caches.has(KEPT_CACHE))) return NOTHING_KEPT;
  const found = await (await caches.open(KEPT_CACHE)).match(KEPT_LIST);
  const kept = (await found?.json().catch(() => null)) as Partial<Kept> | null | undefined;
  return Array.isArray(kept?.pages) ? { build: kept.build ?? null, pages: kept.pages } : NOTHING_KEPT;
}
