/** Call as the upstream reads it, over HTTP or from the same process. */
export type UpstreamRequest = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Value of a header, whose name is in lower case; null where it is not sent. */
  header(name: string): string | null;
  /** Body as text; empty when there is none. */
  text(): Promise<string>;
  /** Values that the calls of one page share, by a name; emptied by each write. Null for a call that stands alone. */
  memo: Memo | null;
};

/** Values that are read once for all that ask for them. */
export type Memo = Map<string, Promise<unknown>>;

/** Envelope of a reply with its HTTP status and the keys of what it was made from; `data` is not the caller's to change. */
export type UpstreamReply = {
  status: number;
  code: string;
  message: string;
  data: unknown;
  dependsOn: readonly string[];
  /** Whether whoever asks gets the same at any time, until something that it depends on changes. */
  shared: boolean;
  /** Whether the same reader gets the same at any time, until something that it depends on changes. */
  lasting: boolean;
};
