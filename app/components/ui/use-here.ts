import { useLocation } from "@remix-run/react";
import { PUBLIC_QUERY } from "#app/paths";

const KNOWN = new Set(PUBLIC_QUERY);

/**
 * The page's own address with the query names that pages read, in one order. Not the raw location: pages of
 * anonymous readers are kept for everybody, so nothing else of one reader's URL may get into them.
 */
export function useHere(): { pathname: string; query: URLSearchParams; path: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => KNOWN.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = query.toString();
  return { pathname, query, path: text ? `${pathname}?${text}` : pathname };
}
