import { env } from "#app/server/env.server";

/** Whether the URL of a file, as given by the upstream, points to our own object storage. */
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
