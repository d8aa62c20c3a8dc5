import type { Log } from "./log";

/** Events of the web server. docs/operations.md explains each. */
export const SERVER_EVENTS = {
  page_failed: { level: "error", message: "a page failed" },
  request_failed: { level: "error", message: "a request failed" },
  unhandled_rejection: { level: "error", message: "a failure that nobody waited for" },
  live_notifications_failed: { level: "error", message: "open tabs could not be told of notifications" },
  assets_not_kept: { level: "error", message: "files of this build are not kept for other builds" },
  icons_failed: { level: "error", message: "Failed to load custom icons" },
  upstream_failed: { level: "warn", message: "the upstream did not answer as it should" },
  upload_failed: { level: "error", message: "the object store did not take a file" },
  traffic_not_counted: { level: "warn", message: "the upstream does not take what was counted" },
  worker_died: { level: "error", message: "a process that answers died; another takes its place" },
  pages_crowded: { level: "warn", message: "too many pages wait; who else asks is told to come back" },
  pressure_began: { level: "warn", message: "more is asked for than can be made; strangers are asked for work" },
  pressure_ended: { level: "info", message: "what is asked for is made again without work" },
  member_page_differs: { level: "error", message: "a member's page that was filled in is not what is rendered" },
  slow_request: { level: "warn", message: "a request took long" },
  request_answered: { level: "info", message: "a request was answered" },
  policy_broken: { level: "warn", message: "a page broke its policy" },
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
