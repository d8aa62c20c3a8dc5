/**
 * Returns why a request failed. `fetch failed` alone distinguishes neither a closed port nor an unknown host, which the
 * code of its cause does.
 */
export function requestFailure(error: unknown): string {
  const { message, cause } = error as Error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  return typeof code === "string" ? `${message} (${code})` : message;
}
