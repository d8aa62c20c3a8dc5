import { z } from "zod";

/** Schema of the setting `PUBLIC_ORIGIN`: a scheme and a host. A path is refused, since the site can't run below one. */
export const publicOriginSetting = z
  .url({ protocol: /^https?$/, error: "要写成 https://域名" })
  .refine((url) => isOrigin(url), "只写到域名（和端口），如 https://example.com：本站不能放在一个路径之下");

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { pathname, search, hash, username } = new URL(url);
  return pathname === "/" && !search && !hash && !username;
}
