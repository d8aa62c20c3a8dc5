import { PUBLIC_QUERY } from "#app/paths";

/** `_routes` and `index` are Remix's own; `icons` is what the icon endpoint reads. */
const KNOWN = new Set([...PUBLIC_QUERY, "_routes", "index", "icons"]);
/** Of all kinds of devices together; what is asked for more often than that is put together anew. */
const ALIASES_MAX = 4_000;
/** Characters of an address that is remembered; links of ours are shorter. */
const ALIAS_LENGTH_MAX = 200;

export type PageKey = {
  /** Under which the page is kept. */
  key: string;
  /** The URL that the page is made from: what was asked for, without what no page reads. */
  url: string;
  /** Whether something of the query was left out. */
  shortened: boolean;
};

/**
 * Cache keys of page URLs: device, path, and the query names that pages read, in one order. Anybody can ask for any
 * number of addresses, so those that are remembered are few and short: at most 4 MB in all.
 */
export function createPageKeys() {
  const devices = new Map<string, Map<string, PageKey>>();
  let remembered = 0;

  function remember(asked: string, device: string, made: PageKey): void {
    if (remembered >= ALIASES_MAX) {
      devices.clear();
      remembered = 0;
    }
    const aliases = devices.get(device) ?? new Map<string, PageKey>();
    devices.set(device, aliases.set(asked, made));
    remembered += 1;
  }

  return {
    of(asked: string, device: string): PageKey {
      const known = devices.get(device)?.get(asked);
      if (known) return known;
      const made = keyOf(asked, device);
      if (asked.length <= ALIAS_LENGTH_MAX) remember(asked, device, made);
      return made;
    },
    /** How many addresses are remembered now. */
    size: () => remembered,
  };
}

function keyOf(asked: string, device: string): PageKey {
  const at = asked.indexOf("?");
  const path = at === -1 ? asked : asked.slice(0, at);
  const all = [...new URLSearchParams(at === -1 ? "" : asked.slice(at + 1))];
  const read = all.filter(([name]) => KNOWN.has(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = new URLSearchParams(read).toString();
  const url = query ? `${path}?${query}` : path;
  return { key: `${device} ${url}`, url, shortened: read.length < all.length };
}
