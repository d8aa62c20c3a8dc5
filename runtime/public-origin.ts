import { z } from "zod";

/**
 * Setting of the site's origin: a scheme and a host. A path would be dropped silently, and pages below one do not work,
 * so it is refused.
 */
export const publicOriginSetting = z
  .url({ protocol: /^https?$/, error: "要写成 https://域名" })
  .refine((url) => isOrigin(url), "只写到域名（和端口），如 https://example.com：本站不能放在一个路径之下");

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username } = new URL(url);
  return pathname === "/" && !search && !hash && !username;
}

/** URL of a server that listens on this address, with an IPv6 address in brackets. */
export const urlOfListener = (host: string, port: number): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
