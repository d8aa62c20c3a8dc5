/** Base of URLs whose site is unknown. */
export const NO_SITE = "https://site.invalid";

/** An exported text that a link leads to. */
export type Linked = { key: string; title: string };

/**
 * URL of a link within a site; null for a link to another site, or one relative to a page.
 * @param hosts the site's hosts, maybe none
 */
export function siteUrl(link: string, hosts: ReadonlySet<string>): URL | null {
  if (/^\/(?!\/)/.test(link)) return urlOf(link);
  const url = /^(?:https?:)?\/\//i.test(link) ? urlOf(link) : null;
  return url && hosts.has(bareHost(url.host)) ? url : null;
}

const urlOf = (address: string): URL | null => (URL.canParse(address, NO_SITE) ? new URL(address, NO_SITE) : null);

/** Host as hosts are compared: without `www.`. */
export const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, "");

/** Texts of a site by their URLs there. */
export function siteUrls() {
  const hosts = new Set<string>();
  let base: string | null = null;
  const texts = new Map<string, Linked>();
  return {
    /** Records a URL of the site itself; a path says nothing about its host. */
    ofSite(address: string): void {
      const url = /^https?:/i.test(address) ? urlOf(address) : null;
      if (!url) return;
      hosts.add(bareHost(url.host));
      base ??= url.origin;
    },
    base: (): string | null => base,
    add(address: string, text: Linked): void {
      const url = urlOf(address);
      if (url) texts.set(placeOf(url), text);
    },
    at(link: string): Linked | null {
      const url = siteUrl(link, hosts);
      return (url && (texts.get(placeOf(url)) ?? texts.get(pathOf(url)))) || null;
    },
  };
}

const placeOf = (url: URL): string => pathOf(url) + url.search;

function pathOf({ pathname }: URL): string {
  const path = pathname.replace(/(?<=.)\/+$/, "").toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
