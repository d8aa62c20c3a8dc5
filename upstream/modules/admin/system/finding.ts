import type { HealthCheck } from "#app/contract/admin/system/system";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";

/** Result of a health check, with texts for staff. */
export type Finding = Omit<HealthCheck, "key">;

/** Result without problems. */
export const ok = (detail: string): Finding => ({ state: "ok", detail, todo: "" });

/** Result that needs attention. */
export const warn = (detail: string, todo: string): Finding => ({ state: "warn", detail, todo });

/** Result that something does not work. */
export const bad = (detail: string, todo: string): Finding => ({ state: "bad", detail, todo });

/** Formats milliseconds: 3 小时. */
export function sinceOf(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} 天`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} 小时`;
  return `${Math.floor(milliseconds / MINUTE)} 分钟`;
}
