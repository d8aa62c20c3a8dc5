import { isKept } from "#app/features/offline/is-kept";
import { NOT_SENT } from "#app/forms/form-result";
import { currentNavigation } from "#framework/browser/page-router";
import { guardHandlers } from "#framework/browser/route-handlers";
import { sendOnce } from "#framework/browser/send-once";
import { UNREACHED } from "./unreached";

let guarded = false;

/**
 * Tells that the network failed, from the first page on that has something to lose: readers load less. A form that was
 * not sent is refused like any other, what was to be loaded anew stays as it is in view, and a page that can't be had
 * says why. And what is pressed twice is sent once (`sendOnce`).
 */
export function guardRequests(): void {
  if (guarded) return;
  guarded = true;
  sendOnce();
  guardHandlers({
    unsent: () => Response.json(NOT_SENT, { status: 503 }),
    unreached,
    isUpstreamDown,
  });
}

/** The error page, unless the page that one was going to is kept in this browser: then it is loaded, and its worker shows it. */
async function unreached(): Promise<typeof UNREACHED> {
  const going = currentNavigation();
  if (!going || !navigator.serviceWorker?.controller) return UNREACHED;
  if (!(await isKept(going.path).catch(() => false))) return UNREACHED;
  location.assign(going.path);
  return new Promise<never>(() => {});
}

/** The server was there, but nobody behind it to do what a form asks for. */
const isUpstreamDown = (error: unknown): boolean =>
  (error as { data?: { code?: unknown } } | null)?.data?.code === "NETWORK";
