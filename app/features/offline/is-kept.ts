import { readKept } from "./kept-list";
import { findKept } from "./kept-pages";

/** Whether this browser keeps the page of a path, so that it can be read without a network. */
export async function isKept(path: string): Promise<boolean> {
  const { pathname, search } = new URL(path, location.origin);
  return findKept(await readKept(), pathname, search, Date.now()) !== null;
}
