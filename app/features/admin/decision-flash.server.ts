import { DECIDED_MAX } from "#app/contract/admin/rule";
import type { Flash, UndoOffer } from "#app/server/flash.server";

/** Thing that was refused, as it is called, and why. */
type Failed = { label: string; message: string };

/**
 * Outcome, in words, of many things that were decided on at once.
 * @param did what was done: 已通过
 * @param undo by which it can be taken back, where it can be
 */
export function decisionFlash(did: string, done: number, failed: readonly Failed[], undo?: UndoOffer | null): Flash {
  return { ...outcome(did, done, failed), ...(undo && { undo }) };
}

function outcome(did: string, done: number, failed: readonly Failed[]): Flash {
  if (done + failed.length === 0) return { kind: "info", message: `没有选中任何一份；一次至多 ${DECIDED_MAX} 份` };
  if (failed.length === 0) return { kind: "success", message: `${did} ${done} 份` };
  const reasons = [...new Set(failed.map(({ message }) => message))].map((message) => {
    const labels = failed.filter((one) => one.message === message).map(({ label }) => label);
    return `${labels.join("、")} ${message}`;
  });
  const before = done > 0 ? `${did} ${done} 份，` : "";
  return { kind: "error", message: `${before}${failed.length} 份没有处理：${reasons.join("；")}` };
}
