/** Base URL that stands in for that of an unknown site. */
export const NO_SITE = "https://site.invalid";

/** An exported text that a link leads to. */
export type Linked = { key: string; title: string };

/**
 * Parses a link within a site: an absolute URL on one of its hosts, or a path from the root. Null for other links.
 * @param hosts the site's hosts; empty if unknown
 */
export function siteUrl(link: string, hosts: ReadonlySet<string>): URL | null {
  if (/^\/(?!\/)/.test(link)) return urlOf(link);
  const url = /^(?:https?:)?\/\//i.test(link) ? urlOf(link) : null;
  return url && hosts.has(bareHost(url.host)) ? url : null;
}

const urlOf = (address: string): URL | null => (URL.canParse(address, NO_SITE) ? new URL(address, NO_SITE) : null);

/** Host in the form in which hosts are compared: lower case, without `www.`. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, "");

/** Creates an index of an exported site's texts by their URLs there. */
export function siteUrls() {
  const hosts = new Set<string>();
  let base: string | null = null;
  const texts = new Map<string, Linked>();
  return {
    /** Learns the site's host from one of its URLs; paths are ignored. */
    ofSite(address: string): void {
      const url = /^https?:/i.test(address) ? urlOf(address) : null;
      if (!url) return;
      hosts.add(bareHost(url.host));
      base ??= url.origin;
    },
    base: (): string | null => base,
    add(address: string, text: Linked): void {
      const url = urlOf(address);
      if (url) texts.set(pathAndQuery(url), text);
    },
    at(link: string): Linked | null {
      const url = siteUrl(link, hosts);
      return (url && (texts.get(pathAndQuery(url)) ?? texts.get(pathOf(url)))) || null;
    },
  };
}

const pathAndQuery = (url: URL): string => pathOf(url) + url.search;

function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
