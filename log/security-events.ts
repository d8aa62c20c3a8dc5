import { MINUTE } from "#runtime/time-units";
import type { Log } from "./log";

/** Events of attacks, and of changes to credentials and access. docs/operations.md explains each. */
export const SECURITY_EVENTS = [
  "login",
  "login_failed",
  "login_locked",
  "forbidden",
  "cross_site_write_refused",
  "credentials_changed",
  "account_closed",
  "author_taken_over",
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Logs a security event with who, from where and in which request; no secrets, and no full phone number. */
export type NoteSecurity = (event: SecurityEvent, fields: Record<string, unknown>) => void;

/** Maximum lines per kind and minute, so that an attacker can't fill the disk. */
const LINES_MAX = 120;
/** Events that nobody can cause at will. */
const ALWAYS: ReadonlySet<SecurityEvent> = new Set([
  "login",
  "credentials_changed",
  "account_closed",
  "author_taken_over",
]);

type Parts = { log: Log; clock: () => Date };

/** Logs security events; the next line after dropped ones says how many (`leftOut`). */
export function createSecurityEvents({ log, clock }: Parts): NoteSecurity {
  const windows = new Map<SecurityEvent, { until: number; lines: number; leftOut: number }>();
  return (event, fields) => {
    const now = clock().getTime();
    const before = windows.get(event);
    const window = before && now < before.until ? before : { until: now + MINUTE, lines: 0, leftOut: 0 };
    windows.set(event, window);
    window.lines += 1;
    if (window.lines > LINES_MAX && !ALWAYS.has(event)) {
      window.leftOut += 1;
      return;
    }
    const left = before && before !== window && before.leftOut > 0 ? { leftOut: before.leftOut } : {};
    log("info", "security", { event, ...fields, ...left });
  };
}
