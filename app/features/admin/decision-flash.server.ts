import { DECIDED_MAX } from "#app/contract/admin/rule";
import type { Flash, UndoOffer } from "#app/server/flash.server";

/** Thing that was refused, as it is called, and why. */
type Failed = { label: string; message: string };

/**
 * Outcome, in words, of many things that were decided on at once.
 * @param did what was done: 已通过
 * @param undo by which it can be taken back, where it can be
 * @param measure by which the things are counted
 */
export function decisionFlash(
  did: string,
  done: number,
  failed: readonly Failed[],
  undo?: UndoOffer | null,
  measure: "份" | "人" = "份",
): Flash {
  return { ...outcome({ did, measure }, done, failed), ...(undo && { undo }) };
}

type Words = { did: string; measure: string };

function outcome({ did, measure }: Words, done: number, failed: readonly Failed[]): Flash {
  if (done + failed.length === 0) {
    return {
      kind: "info",
      message: `没有选中任何一${measure === "人" ? "个人" : measure}；一次至多 ${DECIDED_MAX} ${measure}`,
    };
  }
  if (failed.length === 0) return { kind: "success", message: `${did} ${done} ${measure}` };
  const reasons = [...new Set(failed.map(({ message }) => message))].map((message) => {
    const labels = failed.filter((one) => one.message === message).map(({ label }) => label);
    return `${labels.join("、")} ${message}`;
  });
  const before = done > 0 ? `${did} ${done} ${measure}，` : "";
  return { kind: "error", message: `${before}${failed.length} ${measure}没有处理：${reasons.join("；")}` };
}
