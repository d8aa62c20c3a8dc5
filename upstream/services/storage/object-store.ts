import type { ByteRange } from "./byte-range";
import type { ListedObject } from "./list-objects";

/** Presigned URL, with the headers that must be sent with it. */
export type Presigned = { url: string; headers: Record<string, string>; expiresAt: Date };

/** Options of a presigned URL for reading. */
export type PresignGet = {
  seconds: number;
  /** File name to save the object under. */
  downloadName?: string;
  /** Displays the object instead of saving it, and names it if it is saved from there; pictures and PDF only. */
  inlineName?: string;
  /** Person for whom the URL is, included in the signature: a URL that was passed on reveals who did. */
  reader?: string;
};

/** Files by key: a folder under DATA_DIR, or an S3-compatible bucket. */
export type ObjectStore = {
  /** Writes an object from the server itself (demo fill, import). */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes a possibly large object from a stream of exactly `bytes` bytes. @throws Error if the length differs */
  putStream(key: string, body: AsyncIterable<Uint8Array>, file: { bytes: number; contentType: string }): Promise<void>;
  /** Moves an object to another key, replacing an existing one; the bytes don't pass through this process. */
  move(from: string, to: string, contentType: string): Promise<void>;
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Opens a possibly large object as a stream; null if there is none. */
  open(key: string): Promise<{ stream: BodyInit; bytes: number } | null>;
  /** Reads a range of an object. @throws Error if there is no such range */
  readPart(key: string, range: ByteRange): Promise<Uint8Array>;
  /** Size of an object in bytes; null if there is none. */
  sizeOf(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Lists up to `limit` objects by key, after a given one; `after` is "" for the first. */
  list(after: string, limit: number): Promise<ListedObject[]>;
  /** Removes incomplete files left by killed processes before a time. @returns how many */
  removeUnfinished(before: Date): Promise<number>;
  /** Permanent public URL of a public object. */
  publicUrl(key: string): string;
  presignPut(key: string, options: { contentType: string; bytes: number; seconds: number }): Promise<Presigned>;
  presignGet(key: string, options: PresignGet): Promise<Presigned>;
  /** Serves objects to browsers (`/oss/…`), or redirects them to the bucket if it does that itself. */
  serve(request: Request): Promise<Response>;
  /** Closes the store, and removes the files of a temporary one. */
  close(): Promise<void>;
};
