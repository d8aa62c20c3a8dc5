import { DECIDED_MAX } from "#app/contract/admin/rule";
import type { Flash, UndoOffer } from "#app/server/cookies/flash.server";

/** Item that was refused: its label, and the reason. */
type Failed = { label: string; message: string };

type Outcome = {
  /** Past participle: 已通过. */
  did: string;
  /** Number of items that were decided on. */
  done: number;
  failed: readonly Failed[];
  /** Measure word of the items. */
  measure?: "份" | "人";
};

/** Message about the outcome of a bulk decision. @param undo how to undo it, if possible */
export const decisionFlash = (outcome: Outcome, undo?: UndoOffer | null): Flash => ({
  ...withoutUndo(outcome),
  ...(undo && { undo }),
});

function withoutUndo({ did, done, failed, measure = "份" }: Outcome): Flash {
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
