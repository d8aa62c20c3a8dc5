import { PUBLIC_QUERY } from "#app/paths";

/** `_routes` and `index` are Remix's own; `icons` is what the icon endpoint reads. */
const KNOWN = new Set([...PUBLIC_QUERY, "_routes", "index", "icons"]);
/** Of all variants together; what is asked for more often than that is put together anew. */
const ALIASES_MAX = 4_000;
/** Characters of an address that is remembered; links of ours are shorter. */
const ALIAS_LENGTH_MAX = 200;

/** Name of a page in the cache, and the URL that it is made from. */
export type PageKey = {
  /** Under which the page is kept. */
  key: string;
  /** The URL that the page is made from: what was asked for, without what no page reads. */
  url: string;
  /** Whether something of the query was left out. */
  shortened: boolean;
};

/**
 * Cache keys of page URLs: variant (see `pageVariantOf`), path, and the query names that pages read, in one order.
 * Anybody can ask for any number of addresses, so those that are remembered are few and short: at most 4 MB in all.
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
    /** Number of addresses that are remembered now. */
    size: () => remembered,
  };
}

function keyOf(asked: string, variant: string): PageKey {
  const at = asked.indexOf("?");
  const path = at === -1 ? asked : asked.slice(0, at);
  const all = [...new URLSearchParams(at === -1 ? "" : asked.slice(at + 1))];
  const read = all.filter(([name]) => KNOWN.has(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(read).toString();
  const url = query ? `${path}?${query}` : path;
  return { key: `${variant} ${url}`, url, shortened: read.length < all.length };
}
