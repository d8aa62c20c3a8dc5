import { env } from "./env.server";

/** Whether a URL that the upstream gave for a file leads to our own object storage and nowhere else. */
export function isOwnObjectUrl(url: string): boolean {
  const { publicOrigin, objectHosts } = env();
  try {
    const { origin, protocol, host, pathname } = new URL(url, publicOrigin);
    if (origin === publicOrigin) return pathname.startsWith("/oss/");
    return protocol === "https:" && objectHosts.includes(host);
  } catch {
    return false;
  }
}
