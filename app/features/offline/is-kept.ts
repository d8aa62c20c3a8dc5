import { readKept } from "./kept-list";
import { findKept } from "./kept-pages";

/** Whether this browser has stored the page of a path for offline reading. */
export async function isKept(path: string): Promise<boolean> {
  const { pathname, search } = new URL(path, location.origin);
  return findKept(await readKept(), pathname, search, Date.now()) !== null;
}
