import { NETWORK_MESSAGE } from "#app/contract/codes";
import { UpstreamError } from "./upstream-error";

/** Codes of what is not there, a missing extension of the upstream among them. */
const GONE = new Set(["NOT_FOUND", "INVALID_PARAMS", "NOT_IMPLEMENTED"]);
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * A call for a file that machines read: its refusals are plain answers, not pages.
 * @throws Response: 404 for what is not there, else 503
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
