import type { MakeText } from "./make-here";
import type { FileNote, ReadOptions } from "./read-sources";

/** Result of an import: counts, and messages about files. */
export type ImportReport = {
  imported: number;
  /** Number of files imported earlier and unchanged since. */
  unchanged: number;
  bad: FileNote[];
  /** Messages about changed or omitted parts of imported files. */
  told: FileNote[];
  /** Number of pictures copied from other sites. */
  fetched: number;
  /** Whether the import was aborted before the last file. */
  stopped: boolean;
};

/** Options of an import. */
export type ImportOptions = ReadOptions & {
  /** Writes nothing; only reports what would be imported. */
  dryRun?: boolean;
  /** Whether to copy pictures of other sites to the store. */
  fetchPictures?: boolean;
  /** Called after each batch. */
  progress?: (done: number, total: number) => void;
  /** Whether to create missing classifications. */
  createClassifications?: boolean;
  /** Aborts the import after the current batch. */
  signal?: AbortSignal;
  /** Renders the texts; in this thread by default. */
  make?: MakeText;
};
