import { UpstreamError } from "#app/server/errors/upstream-error";

/** Appeal ticket in the refusal of a banned member; undefined if none. */
export function appealTicketOf(error: unknown): string | undefined {
  if (!(error instanceof UpstreamError) || error.code !== "FORBIDDEN") return undefined;
  const ticket = (error.data as { appeal?: unknown } | null)?.appeal;
  return typeof ticket === "string" ? ticket : undefined;
}
