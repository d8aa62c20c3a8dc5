import { DECIDED_MAX } from "#app/contract/admin/rule";
import type { Flash, UndoOffer } from "#app/server/cookies/flash.server";

/** Item that was refused: its label, and the reason. */
type Failed = { label: string; message: string };

/**
 * Message about the outcome of a bulk decision.
 * @param did past participle: 已通过
 * @param undo how to undo it, if possible
 * @param measure measure word of the items
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
