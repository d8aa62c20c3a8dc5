/** A call as the upstream receives it, over HTTP or within the process. */
export type UpstreamRequest = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Header by lower-case name; null if missing. */
  header(name: string): string | null;
  /** Body as text; empty if none. */
  text(): Promise<string>;
  /** Values shared by all calls of one page, cleared by each write; null for a standalone call. */
  memo: Memo | null;
};

/** Promises by name, so that each value is read once. */
export type Memo = Map<string, Promise<unknown>>;

/** Name of the current version in a memo: a number, read before anything else of the page. */
export const VERSION_IN_MEMO = "version";

/**
 * Readers who get the same reply until one of its dependencies changes, in the words of HTTP's Cache-Control: everybody
 * (`public`), or the same reader (`private`). Null if the reply may differ at any time.
 */
export type CacheScope = "public" | "private" | null;

/** Envelope of a reply, with its HTTP status and dependencies; `data` must not be modified. */
export type UpstreamReply = {
  status: number;
  code: string;
  message: string;
  data: unknown;
  dependsOn: readonly string[];
  cacheScope: CacheScope;
  /** Whether `data` was validated against the contract. */
  valid?: true;
};
