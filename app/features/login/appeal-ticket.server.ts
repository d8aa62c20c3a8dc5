import { UpstreamError } from "#app/server/upstream-error";

/** Ticket by which whoever was refused for being banned may appeal; undefined where there is none. */
export function appealTicketOf(error: unknown): string | undefined {
  if (!(error instanceof UpstreamError) || error.code !== "FORBIDDEN") return undefined;
  const ticket = (error.data as { appeal?: unknown } | null)?.appeal;
  return typeof ticket === "string" ? ticket : undefined;
}
