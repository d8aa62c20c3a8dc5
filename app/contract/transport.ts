/** Call as the upstream reads it, over HTTP or from the same process. */
export type UpstreamRequest = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Value of a header, whose name is in lower case; null where it is not sent. */
  header(name: string): string | null;
  /** Body as text; empty when there is none. */
  text(): Promise<string>;
};

/** Envelope of a reply with its HTTP status and the keys of what it was made from; `data` is not the caller's to change. */
export type UpstreamReply = {
  status: number;
  code: string;
  message: string;
  data: unknown;
  dependsOn: readonly string[];
};
