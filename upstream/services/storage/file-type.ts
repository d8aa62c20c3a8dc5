import { type PartedFile, zipNames } from "./zip-names";

/** Number of leading bytes that `looksLike` needs. */
export const SNIFFED_BYTES = 512;

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const ZIP = ascii("PK\u0003\u0004");

const MAGIC: Record<string, { at: number; bytes: number[] }[]> = {
  "application/epub+zip": [{ at: 30, bytes: ascii("mimetypeapplication/epub+zip") }],
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

const CONTENT_TYPES = /^\[content_types\]\.xml$/;
/** Entries required in an archive of each type. Word on the web numbers them: `word/document2.xml`. */
const PARTS: Record<string, readonly RegExp[]> = {
  "application/epub+zip": [/^meta-inf\/container\.xml$/],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": [
    CONTENT_TYPES,
    /^ppt\/presentation\d*\.xml$/,
  ],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [CONTENT_TYPES, /^xl\/workbook\d*\.xml$/],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": [
    CONTENT_TYPES,
    /^word\/document\d*\.xml$/,
  ],
};
/** Macros, which belong to other Office types (docm, xlsm, pptm) that we don't accept. */
const MACROS = /(?:^|\/)vbaproject\.bin$/;

/** Whether a file is of the declared type, by its first bytes and, for archives, by the names of its entries. */
export async function isOfType(contentType: string, file: PartedFile): Promise<boolean> {
  const beginning = await file.read(0, Math.min(SNIFFED_BYTES, file.bytes));
  if (!looksLike(contentType, beginning)) return false;
  const parts = PARTS[contentType];
  if (!parts) return true;
  // Names differ in case (ECMA-376 part 2), and some programs write a leading slash or backslashes.
  const names = (await zipNames(file))?.map((name) => name.toLowerCase().replaceAll("\\", "/").replace(/^\//, ""));
  return (
    names !== undefined &&
    parts.every((part) => names.some((name) => part.test(name))) &&
    !names.some((name) => MACROS.test(name))
  );
}

/**
 * Whether a file that begins with `head` can be of the declared type. Texts have no signature: they must contain no NUL
 * and nothing that a browser takes for HTML.
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
