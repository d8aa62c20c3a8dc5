import { randomBytes } from "node:crypto";

/** Kinds whose objects are public at permanent URLs; all others need a signed one. */
const PUBLIC_KINDS = new Set(["avatar", "cover", "content", "demo"]);
/** Kinds that only staff upload, for cases and zhiku's documents. */
const SITE_KINDS = new Set(["report", "zhiku"]);
/** Kinds that are deleted within a day: unconfirmed uploads, test files, and copies for one reader. */
const PASSING_KINDS = new Set(["upload", "trial", "preview"]);

const CONTENT_TYPES: Record<string, string> = {
  avif: "image/avif",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  epub: "application/epub+zip",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  md: "text/markdown",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  svg: "image/svg+xml",
  txt: "text/plain",
  webp: "image/webp",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
};
/** Maximum bytes of a key, below the limit of file systems for a name. */
const KEY_BYTES_MAX = 200;
const KEY = /^[a-z][a-z0-9-]*(?:\/[\p{L}\p{N}_-][\p{L}\p{N} ._-]*)+\.[a-z0-9]+$/u;

/** Creates a key `{kind}/{yyyymm}/{128 random bits}.{extension}`. */
export function newObjectKey(kind: string, extension: string, now: Date): string {
  const month = now.toISOString().slice(0, 7).replace("-", "");
  return `${kind}/${month}/${randomBytes(16).toString("hex")}.${extension}`;
}

/** Whether a key is a valid path inside the store: not absolute, no `..`, no hidden file, a known extension. */
export function isObjectKey(key: string): boolean {
  return Buffer.byteLength(key) <= KEY_BYTES_MAX && KEY.test(key) && !key.includes("..") && contentTypeOf(key) !== null;
}

/** Content type of a key's extension; null if we don't store such files. */
export function contentTypeOf(key: string): string | null {
  const extension = key.slice(key.lastIndexOf(".") + 1);
  return Object.hasOwn(CONTENT_TYPES, extension) ? (CONTENT_TYPES[extension] as string) : null;
}

/** File extension for new objects of a content type; null if we don't store such files. */
export function extensionOf(contentType: string): string | null {
  if (contentType === "image/jpeg") return "jpg";
  return Object.entries(CONTENT_TYPES).find(([, type]) => type === contentType)?.[0] ?? null;
}

/** Whether the object of a key is public. */
export const isPublicKey = (key: string): boolean => PUBLIC_KINDS.has(kindOf(key));

/** Whether the object of a key belongs to the site, whoever of its staff uploaded it. */
export const isSiteKey = (key: string): boolean => SITE_KINDS.has(kindOf(key));

/** Whether the object of a key is deleted within a day, so that no backup needs it. */
export const isPassingKey = (key: string): boolean => PASSING_KINDS.has(kindOf(key));

const kindOf = (key: string): string => key.split("/", 1)[0] ?? "";

/** Encodes a key as a URL path, keeping slashes. */
export const encodeKey = (key: string): string => key.split("/").map(encodeURIComponent).join("/");
