const SIGNATURE = /[?&](?:Signature|x-oss-signature|X-Amz-Signature)=/i;
/** Drawings are sharp at every size. */
const DRAWING = /\.svg(?:\?|$)/i;

/**
 * Whether a picture lies in our object storage and may be asked for in another size: own `/oss/` paths and the
 * configured hosts. Never a signed URL: its signature covers the query.
 */
export function isObjectUrl(url: string, hosts: readonly string[]): boolean {
  if (SIGNATURE.test(url) || DRAWING.test(url) || url.includes("x-oss-process=")) return false;
  if (url.startsWith("/oss/")) return true;
  return hosts.some((host) => url.startsWith(`https://${host}/`));
}
