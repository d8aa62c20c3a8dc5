import type { Log } from "./log";

/** Events of the web server. docs/operations.md explains each. */
export const SERVER_EVENTS = {
  page_failed: { level: "error", message: "a page failed" },
  request_failed: { level: "error", message: "a request failed" },
  unhandled_rejection: { level: "error", message: "a promise was rejected without a handler" },
  live_notifications_failed: { level: "error", message: "open tabs could not be updated with notifications" },
  assets_not_kept: { level: "error", message: "this build's files can't be kept for other builds" },
  metrics_not_served: { level: "error", message: "another process has the port of the metrics" },
  // As the specification words it.
  icons_failed: { level: "error", message: "Failed to load custom icons" },
  upstream_failed: { level: "warn", message: "the upstream failed to reply, or its reply violated the contract" },
  upload_failed: { level: "error", message: "the object store rejected a file" },
  traffic_not_counted: { level: "warn", message: "the upstream rejected the visit counts" },
  worker_died: { level: "error", message: "a worker process died and is being replaced" },
  pages_crowded: { level: "warn", message: "render queue full; further requests are refused" },
  pressure_began: {
    level: "warn",
    message: "requests exceed rendering capacity; strangers are asked for proof of work",
  },
  pressure_ended: { level: "info", message: "requests no longer exceed rendering capacity" },
  member_page_differs: {
    level: "error",
    message: "a member's page assembled from its template differs from the rendered page",
  },
  slow_request: { level: "warn", message: "slow request" },
  request_answered: { level: "info", message: "request answered" },
  policy_broken: { level: "warn", message: "a page violated its content security policy" },
} as const satisfies Record<string, { level: "error" | "warn" | "info"; message: string }>;

export type ServerEvent = keyof typeof SERVER_EVENTS;

/** Logs an event of the web server with fields; no secrets, and no user content. */
export type NoteServer = (event: ServerEvent, fields?: Record<string, unknown>) => void;

/** Logs events of the web server, each with its level and message. */
export const createServerEvents =
  (log: Log): NoteServer =>
  (event, fields = {}) => {
    const { level, message } = SERVER_EVENTS[event];
    log(level, message, { event, ...fields });
  };
