import { UpstreamError } from "./upstream-error";

/** Number of the held text that a refused publication became; null for any other error. */
export function heldIdOf(error: unknown): number | null {
  if (!(error instanceof UpstreamError) || error.code !== "CONTENT_HELD") return null;
  const { id } = (error.data ?? {}) as { id?: unknown };
  return typeof id === "number" ? id : null;
}
