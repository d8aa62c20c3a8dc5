import { env } from "./env.server";

/** Whether a URL that the upstream gave for a file leads to our own object storage and nowhere else. */
export function isOwnObjectUrl(url: string): boolean {
  const { publicOrigin, objectOrigins } = env();
  try {
    const { origin, pathname } = new URL(url, publicOrigin);
    if (origin === publicOrigin) return pathname.startsWith("/oss/");
    return objectOrigins.includes(origin);
  } catch {
    return false;
  }
}
