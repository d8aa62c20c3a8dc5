import { PUBLIC_QUERY } from "#app/paths";

/** `_routes` and `index` are Remix's own; `icons` is what the icon endpoint reads. */
const KNOWN = new Set([...PUBLIC_QUERY, "_routes", "index", "icons"]);
/** Of each kind of device; of those there are a dozen. */
const ALIASES_KEPT = 5_000;

export type PageKey = {
  /** Under which the page is kept. */
  key: string;
  /** The URL that the page is made from: what was asked for, without what no page reads. */
  url: string;
  /** Whether something of the query was left out. */
  shortened: boolean;
};

/** Cache keys of page URLs: device, path, and the query names that pages read, in one order. */
export function createPageKeys() {
  const devices = new Map<string, Map<string, PageKey>>();
  return (asked: string, device: string): PageKey => {
    const aliases = devices.get(device) ?? new Map<string, PageKey>();
    const known = aliases.get(asked);
    if (known) return known;
    devices.set(device, aliases);
    const made = keyOf(asked, device);
    if (aliases.size >= ALIASES_KEPT) aliases.clear();
    aliases.set(asked, made);
    return made;
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
