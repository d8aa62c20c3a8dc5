/** Characters that XML 1.0 can't hold in any form. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const HALF_CHARACTERS = /\p{Surrogate}/gu;

/** Text for XML content and attributes; what XML can't hold is left out, half characters are replaced. */
export function escapeXml(text: string): string {
  return text
    .replace(FORBIDDEN, "")
    .replace(HALF_CHARACTERS, "\ufffd")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An element with a moment as machines read it (RFC 3339, UTC); nothing for what is no moment at all. */
export function xmlTime(element: string, text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? "" : `<${element}>${new Date(instant).toISOString()}</${element}>`;
}

/** A machine's answer of this type, kept by readers for so many seconds. */
export function feedResponse(body: string, type: string, maxAge: number): Response {
  return new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8`, "cache-control": `public, max-age=${maxAge}` },
  });
}

/** Reply where there is no file. */
export const noSuchFile = (): Response =>
  new Response("Not Found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
