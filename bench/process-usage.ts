import { readFileSync } from "node:fs";

/**
 * Milliseconds of CPU time that a process and its children have used, including children that have ended. Linux counts
 * in hundredths of a second.
 */
export function cpuOf(pid: number): number {
  const own = ticksOf(pid);
  return 10 * (own.self + own.ended + childrenOf(pid).reduce((sum, child) => sum + ticksOf(child).self, 0));
}

/** Megabytes of resident memory of a process and its children, each. */
export function memoryOf(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((id) =>
    Number(/\nVmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** CPU time of a process and of its children that have ended, in hundredths of a second (proc(5), `stat`). */
function ticksOf(pid: number): { self: number; ended: number } {
  // The fields are preceded by the process name, which may contain anything.
  const [, fields = ""] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(" ").slice(11, 15).map(Number);
  return { self: user + system, ended: endedUser + endedSystem };
}
