const SIGNATURE = /[?&](?:Signature|x-oss-signature|X-Amz-Signature)=/i;
/** Vector graphics need no resizing. */
const DRAWING = /\.svg(?:\?|$)/i;

/**
 * Whether a picture is in our object storage and may be requested in another size: own `/oss/` paths and the configured
 * hosts. Never a signed URL, whose signature covers the query.
 */
export function isObjectUrl(url: string, hosts: readonly string[]): boolean {
  if (SIGNATURE.test(url) || DRAWING.test(url) || url.includes("x-oss-process=")) return false;
  if (url.startsWith("/oss/")) return true;
  return hosts.some((host) => url.startsWith(`https://${host}/`));
}
