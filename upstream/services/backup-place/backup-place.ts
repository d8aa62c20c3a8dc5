/** A file in a backup location. */
export type Placed = { name: string; bytes: number; modified: Date };

/** Storage location for backups: a folder, or a separate bucket. Names are paths with slashes. */
export type BackupPlace = {
  /** Display name. */
  readonly shown: string;
  /** Local folder in which to write files before they are moved to the location. */
  readonly workFolder: string;
  /** Lists files whose names begin with `prefix`. */
  list(prefix: string): Promise<Placed[]>;
  /** Writes a file of the given length atomically; replaces an existing one. */
  put(name: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytes: number): Promise<void>;
  /** Moves a finished local file into the location. */
  take(file: string, name: string): Promise<void>;
  /** Streams a file; null if there is none. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  remove(name: string): Promise<void>;
};
