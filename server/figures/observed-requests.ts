import type { IncomingMessage, ServerResponse } from "node:http";
import { noteServer } from "#app/server/log.server";
import { isOfConsole } from "#app/server/urls/route-facts.server";
import { createAtMost } from "#log/at-most";
import { isHealthPath } from "#runtime/health";
import type { Metrics } from "#runtime/metrics";
import { MINUTE } from "#runtime/time-units";
import { LIVE_NOTIFICATIONS } from "#server/live-notifications";
import { clientIp } from "#server/request/client-ip";
import { isReading } from "#server/request/is-reading";
import { pathOf } from "#server/request/path-of";
import { isPublicUpstream } from "#server/request/paths-by-facts";
import { requestIdOf } from "#server/request/request-id";

/** Histogram bounds in seconds. */
const BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Maximum number of slow requests logged per minute. */
const NAMED_MAX = 60;

type Settings = {
  trustProxy: number;
  /** Whether to log every request. */
  accessLog: boolean;
  /** Milliseconds from which on a request is logged as slow. */
  slowRequest: number;
};

/** Counts and times requests by kind and status; logs slow ones, and all of them if wanted. */
export function createRequestObserver(metrics: Metrics, { trustProxy, accessLog, slowRequest }: Settings) {
  const answered = metrics.counter("shequ_http_requests_total", "Answered requests, by kind and status.");
  const brokenOff = metrics.counter(
    "shequ_http_requests_aborted_total",
    "Requests whose reader disconnected before the end.",
  );
  const took = metrics.histogram(
    "shequ_http_request_seconds",
    "Seconds from a request to the end of its response.",
    BOUNDS,
  );
  const atMost = createAtMost(NAMED_MAX, MINUTE);

  return (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    response.once("close", () => {
      const path = pathOf(request);
      const kind = kindOfRequest(request, path);
      const milliseconds = performance.now() - began;
      const status = String(response.statusCode);
      if (response.writableFinished) answered({ kind, status });
      else brokenOff({ kind });
      // A tab listens for as long as it is open.
      if (kind === "live") return;
      took(milliseconds / 1000, { kind });
      const slow = milliseconds >= slowRequest;
      const leftOut = slow ? atMost() : null;
      if (!accessLog && leftOut === null) return;
      const line = {
        call: `${request.method} ${path}`,
        kind,
        status: response.statusCode,
        milliseconds: Math.round(milliseconds),
        requestId: requestIdOf(request, trustProxy),
      };
      if (leftOut !== null) noteServer("slow_request", { ...line, ...(leftOut > 0 ? { leftOut } : {}) });
      if (accessLog) noteServer("request_answered", { ...line, address: clientIp(request, trustProxy) });
    });
  };
}

/** Kind of a request. There are few kinds, since each is a metric series of its own. */
function kindOfRequest(request: IncomingMessage, path: string): string {
  if (isHealthPath(path)) return "health";
  if (path === LIVE_NOTIFICATIONS) return "live";
  if (path.startsWith("/assets/")) return "file";
  if (isPublicUpstream(path)) return "object";
  if (!isReading(request)) return "write";
  if (isOfConsole(path)) return "console";
  return path.endsWith(".data") || request.url?.includes("_data=") ? "data" : "page";
}
