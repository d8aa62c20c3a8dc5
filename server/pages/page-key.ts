import { queryOf } from "#app/server/urls/route-facts.server";

/** Remix's own query parameters. */
const OWN = ["_routes", "index"];
/** Maximum number of remembered URLs, over all variants; others are normalized anew on each request. */
const ALIASES_MAX = 4_000;
/** Maximum length of a remembered URL; our own links are shorter. */
const ALIAS_LENGTH_MAX = 200;

/** Cache key of a page, and the URL that it is rendered from. */
export type PageKey = {
  /** Key in the page cache. */
  key: string;
  /** URL to render: as requested, without query parameters that the page does not read. */
  url: string;
  /** Whether query parameters were left out. */
  shortened: boolean;
};

/**
 * Creates the mapping from page URLs to cache keys: variant (see `pageVariantOf`), path, and the query parameters that
 * the page may read, in a fixed order. Anybody can request any number of URLs, so only few and short ones are remembered: at
 * most 4 MB in all.
 */
export function createPageKeys() {
  const variants = new Map<string, Map<string, PageKey>>();
  let remembered = 0;

  function remember(asked: string, variant: string, made: PageKey): void {
    if (remembered >= ALIASES_MAX) {
      variants.clear();
      remembered = 0;
    }
    const aliases = variants.get(variant) ?? new Map<string, PageKey>();
    variants.set(variant, aliases.set(asked, made));
    remembered += 1;
  }

  return {
    of(asked: string, variant: string): PageKey {
      const known = variants.get(variant)?.get(asked);
      if (known) return known;
      const made = keyOf(asked, variant);
      if (asked.length <= ALIAS_LENGTH_MAX) remember(asked, variant, made);
      return made;
    },
    /** Number of remembered URLs. */
    size: () => remembered,
  };
}

function keyOf(asked: string, variant: string): PageKey {
  const at = asked.indexOf("?");
  const path = at === -1 ? asked : asked.slice(0, at);
  const all = [...new URLSearchParams(at === -1 ? "" : asked.slice(at + 1))];
  const known = queryOf(path);
  const read = all
    .filter(([name]) => known.includes(name) || OWN.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(read).toString();
  const url = query ? `${path}?${query}` : path;
  return { key: `${variant} ${url}`, url, shortened: read.length < all.length };
}
