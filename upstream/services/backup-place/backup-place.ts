/** A file in a place of backups. */
export type Placed = { name: string; bytes: number };

/** Place where backups lie: a folder, or a bucket of their own. Names are paths with slashes. */
export type BackupPlace = {
  /** Its name for people. */
  readonly shown: string;
  /** Folder of this machine in which what is to be put there can be written first. */
  readonly workFolder: string;
  /** Files whose names begin so. */
  list(prefix: string): Promise<Placed[]>;
  /** Writes a file of so many bytes, whole or not at all; one of that name is replaced. */
  put(name: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, bytes: number): Promise<void>;
  /** Takes a finished file of this machine in; it is gone from where it was. */
  take(file: string, name: string): Promise<void>;
  /** Bytes of a file as they come; null where there is none. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | null>;
  remove(name: string): Promise<void>;
};
