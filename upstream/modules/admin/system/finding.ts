import type { HealthCheck } from "#app/contract/admin/system";
import { DAY, HOUR, MINUTE } from "#runtime/time-units";

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** Outcome of a look at a part of the machine, in words for staff. */
export type Finding = Omit<HealthCheck, "key">;

/** Finding that all is well. */
export const ok = (detail: string): Finding => ({ state: "ok", detail, todo: "" });

/** Finding of something that should be seen to. */
export const warn = (detail: string, todo: string): Finding => ({ state: "warn", detail, todo });

/** Finding of something that does not work. */
export const bad = (detail: string, todo: string): Finding => ({ state: "bad", detail, todo });

/** Bytes in words: 1.5 GiB. */
export function sizeOf(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`;
  return `${(bytes / MIB).toFixed(bytes < 10 * MIB ? 1 : 0)} MiB`;
}

/** Milliseconds in words: 3 小时. */
export function sinceOf(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return `${Math.floor(milliseconds / DAY)} 天`;
  if (milliseconds >= HOUR) return `${Math.floor(milliseconds / HOUR)} 小时`;
  return `${Math.floor(milliseconds / MINUTE)} 分钟`;
}
