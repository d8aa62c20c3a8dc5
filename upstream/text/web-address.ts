/** Origins of the site, for the renderer to tell its own addresses from others. */
export type Site = {
  /** `https://example.com`, without a path. */
  origin: string;
  /** Beginning of public objects' addresses: `/oss/`, or the bucket's address. */
  objectsUrl: string;
};

/** Beginning of the addresses of files that lie in a folder of the site. */
const OF_FOLDER = "/oss/";

/** Address in a text, by where it leads: to this site, to a file of the store, to another site. */
export type WebAddress =
  | { kind: "own"; href: string }
  | { kind: "object"; href: string; key: string }
  | { kind: "external"; href: string };

/**
 * Reads an address the way browsers do, so that no spelling of `javascript:` or of a foreign host gets
 * past us, and writes it anew. Relative addresses are taken from the root of the site.
 * @returns null for everything but http and https, and for addresses with a password in them.
 */
export function readWebAddress(raw: string, { origin, objectsUrl }: Site): WebAddress | null {
  if (!URL.canParse(raw, origin)) return null;
  const url = new URL(raw, origin);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  if (url.username || url.password) return null;
  const own = url.origin === origin;
  if (own && /^\s*#/.test(raw)) return { kind: "own", href: url.hash || "#" };
  // A path such as `//evil.example` would be read as a host.
  const path = url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  const href = own ? path : url.href;
  const objects = new URL(objectsUrl, origin);
  if (url.origin === objects.origin && url.pathname.startsWith(objects.pathname)) {
    const key = decode(url.pathname.slice(objects.pathname.length));
    if (key) return { kind: "object", href, key };
  }
  // Written before the files were moved to a bucket.
  if (own && url.pathname.startsWith(OF_FOLDER)) {
    const path = url.pathname.slice(OF_FOLDER.length);
    const key = decode(path);
    if (key) return { kind: "object", href: objectsUrl + path, key };
  }
  return own ? { kind: "own", href } : { kind: "external", href };
}

/** The page of the site that says where an external link leads. */
export const noticeUrl = (external: string): string => `/link?to=${encodeURIComponent(external)}`;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
