import { UpstreamError } from "./upstream-error";

/**
 * Loads an optional part of a page: null if the upstream refuses it or can't be reached, so that the rest of the page
 * still renders. Takes a promise of `gateway.call`, not `load`.
 */
export async function optional<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
