import type { ByteRange } from "./byte-range";
import type { ListedObject } from "./list-objects";

/** Address that its holder may use until it expires, with the headers that go along. */
export type Presigned = { url: string; headers: Record<string, string>; expiresAt: Date };

/** Choices for an address to read from. */
export type PresignGet = {
  seconds: number;
  /** Saved under this name. */
  downloadName?: string;
  /** Shown in place, and saved under this name from there; pictures and PDF only. */
  inlineName?: string;
  /** Person whom the address is for; signed with the rest, so that an address that was passed on tells by whom. */
  reader?: string;
};

/** Files by key: a folder under DATA_DIR, or an S3-compatible bucket. */
export type ObjectStore = {
  /** Writes a file from the server's own side (demo fill, import). */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Writes a file of so many bytes as they come, for what may be large. @throws Error where they are not so many */
  putStream(key: string, body: AsyncIterable<Uint8Array>, file: { bytes: number; contentType: string }): Promise<void>;
  /** Puts an object to another key, whatever is there; the bytes don't pass through this process. */
  move(from: string, to: string, contentType: string): Promise<void>;
  get(key: string): Promise<{ bytes: Uint8Array; contentType: string } | null>;
  /** Reads an object as a stream, for what may be large. */
  open(key: string): Promise<{ stream: BodyInit; bytes: number } | null>;
  /** Reads a part of an object, however large that is. @throws Error where there is no such part */
  readPart(key: string, range: ByteRange): Promise<Uint8Array>;
  /** Bytes of an object; null where there is none. */
  sizeOf(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Up to `limit` objects whose keys come after `after`, in the order of their keys; "" for the first. */
  list(after: string, limit: number): Promise<ListedObject[]>;
  /** Removes what processes that were killed left of files they were taking in; gives how many. */
  removeUnfinished(before: Date): Promise<number>;
  /** The lasting public address of a public object. */
  publicUrl(key: string): string;
  presignPut(key: string, options: { contentType: string; bytes: number; seconds: number }): Promise<Presigned>;
  presignGet(key: string, options: PresignGet): Promise<Presigned>;
  /** Answers browsers (`/oss/…`); where the bucket itself does that, it leads there. */
  serve(request: Request): Promise<Response>;
  /** Ends the use of the store; one that lasts only as long as the process removes its files. */
  close(): Promise<void>;
};
