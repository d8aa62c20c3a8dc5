import { NETWORK_MESSAGE } from "#app/contract/codes";
import { UpstreamError } from "./upstream-error";

/** Codes for what does not exist, including an extension that the upstream lacks. */
const GONE = new Set(["NOT_FOUND", "INVALID_PARAMS", "NOT_IMPLEMENTED"]);
/** Seconds of a 503's Retry-After. */
const RETRY_AFTER = 60;

/**
 * Awaits a call for a file that programs read; a refusal becomes a plain text response, not a page.
 * @throws Response: 404 for what does not exist, else 503
 */
export async function orPlainError<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const headers = { "content-type": "text/plain; charset=utf-8" };
    if (GONE.has(error.code)) {
      throw new Response("Not Found\n", { status: 404, headers });
    }
    throw new Response(`${NETWORK_MESSAGE}\n`, {
      status: 503,
      headers: { ...headers, "retry-after": String(RETRY_AFTER) },
    });
  }
}
