/** Characters that XML 1.0 can't hold in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is for control characters
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const HALF_CHARACTERS = /\p{Surrogate}/gu;

/**
 * Escapes text for XML content and attributes; drops characters that XML can't contain, and replaces lone surrogates.
 */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replace(HALF_CHARACTERS, "\ufffd")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An XML element with an RFC 3339 time in UTC; empty if the time is invalid. */
export function xmlTime(element: string, text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? "" : `<${element}>${new Date(instant).toISOString()}</${element}>`;
}

/** A machine-readable response of this type, cacheable for `maxAge` seconds. */
export function feedResponse(body: string, type: string, maxAge: number): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": `public, max-age=${maxAge}` },
  });
}

/** Response for a file that does not exist. */
export const noSuchFile = (): Response =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
