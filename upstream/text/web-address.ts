/** URLs of the site, with which the renderer distinguishes internal from external links. */
export type Site = {
  /** `https://example.com`, without a path. */
  origin: string;
  /** URL prefix of public objects: `/oss/`, or the bucket's URL. */
  objectsUrl: string;
};

/** Path prefix of objects in the local store. */
const OF_FOLDER = "/oss/";

/** URL in a text, by its target: a page of this site, an object of the store, another site. */
export type WebAddress =
  | { kind: "own"; href: string }
  | { kind: "object"; href: string; key: string }
  | { kind: "external"; href: string };

/**
 * Parses a URL like browsers do, so that no spelling of `javascript:` or of another host passes, and normalizes it.
 * Relative URLs are resolved against the site's root.
 * @returns null for schemes other than http and https, and for URLs with credentials
 */
export function readWebAddress(raw: string, site: Site): WebAddress | null {
  const { origin, objectsUrl } = site;
  if (!URL.canParse(raw, origin)) return null;
  const url = new URL(raw, origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (url.username || url.password) return null;
  const own = url.origin === origin;
  if (own && /^\s*#/.test(raw)) return { kind: "own", href: url.hash || "#" };
  // A path such as `//evil.example` would be read as a host.
  const path = url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  const href = own ? path : url.href;
  const objects = objectsOf(site);
  if (url.origin === objects.origin && url.pathname.startsWith(objects.pathname)) {
    const key = decode(url.pathname.slice(objects.pathname.length));
    if (key) return { kind: "object", href, key };
  }
  // Written before the files were moved to a bucket, whose URL is returned.
  if (own && url.pathname.startsWith(OF_FOLDER)) {
    const path = url.pathname.slice(OF_FOLDER.length);
    const key = decode(path);
    if (key) return { kind: "object", href: objectsUrl + path, key };
  }
  return own ? { kind: "own", href } : { kind: "external", href };
}

const parsed = new WeakMap<Site, URL>();

/** Parses `objectsUrl` once per site: a text of many links would parse it for each of them. */
function objectsOf(site: Site): URL {
  const objects = parsed.get(site) ?? new URL(site.objectsUrl, site.origin);
  parsed.set(site, objects);
  return objects;
}

/** URL of the page that shows the target of an external link. */
export const leavingUrl = (external: string): string => `/link?to=${encodeURIComponent(external)}`;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
