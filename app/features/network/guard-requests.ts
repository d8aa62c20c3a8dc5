import { NETWORK_MESSAGE } from "#app/contract/codes";
import { guardHandlers } from "#framework/browser/route-handlers";
import { UNREACHED } from "./unreached";

/** What every form reads as a refusal (`ActionAnswer`, `LoginAnswer`, `CodeStep`, …): nothing that was typed is lost. */
const UNSENT = { ok: false, kind: "refused", code: "NETWORK", message: NETWORK_MESSAGE, fields: {}, values: {} };

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
    unsent: () => Response.json(UNSENT, { status: 503 }),
    unreached: UNREACHED,
    isUpstreamDown,
  });
}

/** The server was there, but nobody behind it to do what a form asks for. */
const isUpstreamDown = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === "NETWORK";
