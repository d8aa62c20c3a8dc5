import { useLocation } from "@remix-run/react";
import { PUBLIC_QUERY } from "#app/paths";

const KNOWN = new Set(PUBLIC_QUERY);

type Here = {
  pathname: string;
  /** Not to be changed: all of a page's components share it. */
  query: URLSearchParams;
  path: string;
};

/** URLs by the location they were read from; a page with comments asks thirty times. */
const known = new WeakMap<object, Here>();

/**
 * The page's own URL with the query parameters that pages read, in a fixed order. Not the raw location: anonymous pages
 * are shared, so nothing else of one reader's URL may be rendered.
 */
export function useHere(): Here {
  const location = useLocation();
  // Only the server renders a whole page at once; readers load no code for it.
  const kept = import.meta.env.SSR ? known.get(location) : undefined;
  if (kept) return kept;
  const { pathname, search } = location;
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => KNOWN.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = query.toString();
  const here = { pathname, query, path: text ? `${pathname}?${text}` : pathname };
  if (import.meta.env.SSR) known.set(location, here);
  return here;
}
