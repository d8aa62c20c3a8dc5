import { isKept } from "#app/features/offline/is-kept";
import { notSent } from "#app/forms/not-sent";
import { currentNavigation } from "#framework/browser/page-router";
import { guardHandlers } from "#framework/browser/route-handlers";
import { sendOnce } from "#framework/browser/send-once";
import { UNREACHED } from "./unreached";

let guarded = false;

/**
 * Handles network failures, from the first page with something to lose on; plain readers load less. A form that could
 * not be sent is refused like any other, failed revalidations keep the displayed data, and a page that can't be loaded
 * says why. Double submissions are sent once (`sendOnce`).
 */
export function guardRequests(): void {
  if (guarded) return;
  guarded = true;
  sendOnce();
  guardHandlers({
    unsent: (sent, answered) => Response.json(notSent(sent, answered), { status: 503 }),
    unreached,
    isUpstreamDown,
  });
}

/**
 * Returns the error page, unless the target page is stored offline: then it is loaded, and the service worker shows it.
 */
async function unreached(): Promise<typeof UNREACHED> {
  const going = currentNavigation();
  if (!going || !navigator.serviceWorker?.controller) return UNREACHED;
  if (!(await isKept(going.path).catch(() => false))) return UNREACHED;
  location.assign(going.path);
  return new Promise<never>(() => {});
}

/** The server responded, but its upstream did not. */
const isUpstreamDown = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === "NETWORK";
