import { UpstreamError } from "./upstream-error";

/**
 * A part that the page can do without: null when the upstream refuses it or can't be heard, so that the
 * rest of the page lives. Takes what `gateway.call` gives, not `load`.
 */
export async function optional<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
