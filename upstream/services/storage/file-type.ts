/** Number of bytes of its beginning that `looksLike` needs. */
export const SNIFFED_BYTES = 512;

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const ZIP = ascii("PK\u0003\u0004");

const MAGIC: Record<string, { at: number; bytes: number[] }[]> = {
  "application/epub+zip": [{ at: 0, bytes: ZIP }],
  "application/pdf": [{ at: 0, bytes: ascii("%PDF-") }],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": [{ at: 0, bytes: ZIP }],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [{ at: 0, bytes: ZIP }],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [{ at: 0, bytes: ZIP }],
  "application/zip": [{ at: 0, bytes: ZIP }],
  "image/avif": [
    { at: 4, bytes: ascii("ftypavif") },
    { at: 4, bytes: ascii("ftypavis") },
    { at: 4, bytes: ascii("ftypmif1") },
  ],
  "image/gif": [
    { at: 0, bytes: ascii("GIF87a") },
    { at: 0, bytes: ascii("GIF89a") },
  ],
  "image/jpeg": [{ at: 0, bytes: [0xff, 0xd8, 0xff] }],
  "image/png": [{ at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] }],
  "image/webp": [{ at: 8, bytes: ascii("WEBP") }],
  "audio/mpeg": [
    { at: 0, bytes: ascii("ID3") },
    { at: 0, bytes: [0xff, 0xfb] },
    { at: 0, bytes: [0xff, 0xf3] },
    { at: 0, bytes: [0xff, 0xf2] },
  ],
  "video/mp4": [{ at: 4, bytes: ascii("ftyp") }],
};

/**
 * Whether a file that begins with `head` can be of the type it claims. Texts have no signature: they must
 * hold no NUL and nothing that a browser takes for a page.
 */
export function looksLike(contentType: string, head: Uint8Array): boolean {
  const signatures = MAGIC[contentType];
  if (signatures) return signatures.some(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte));
  if (head.includes(0)) return false;
  const text = new TextDecoder().decode(head);
  if (contentType === "image/svg+xml")
    return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)*<svg[\s>]/i.test(text);
  return contentType.startsWith("text/") && !/^\s*<(?:!doctype|html|script|svg|\?xml)/i.test(text);
}
