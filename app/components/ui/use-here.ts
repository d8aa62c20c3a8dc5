import { useLocation } from "@remix-run/react";
import { PUBLIC_QUERY } from "#app/paths";

const KNOWN = new Set(PUBLIC_QUERY);

/**
 * The page's own URL with the query parameters that pages read, in a fixed order. Not the raw location: anonymous pages
 * are shared, so nothing else of one reader's URL may be rendered.
 */
export function useHere(): { pathname: string; query: URLSearchParams; path: string } {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => KNOWN.has(name)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const text = query.toString();
  return { pathname, query, path: text ? `${pathname}?${text}` : pathname };
}
