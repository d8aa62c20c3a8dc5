import { NOT_SENT } from "#app/forms/form-result";
import { guardHandlers } from "#framework/browser/route-handlers";
import { UNREACHED } from "./unreached";

let guarded = false;

/**
 * Tells that the network failed, from the first page on that has something to lose: readers load less. A form that was
 * not sent is refused like any other, what was to be loaded anew stays as it is in view, and a page that can't be had
 * says why.
 */
export function guardRequests(): void {
  if (guarded) return;
  guarded = true;
  guardHandlers({
    unsent: () => Response.json(NOT_SENT, { status: 503 }),
    unreached: UNREACHED,
    isUpstreamDown,
  });
}

/** The server was there, but nobody behind it to do what a form asks for. */
const isUpstreamDown = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === "NETWORK";
