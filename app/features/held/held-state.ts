import type { HeldState } from "#app/contract/moderation/review";

/** Label and tone of each state of a held text. */
export const HELD_STATES: Record<HeldState, { label: string; tone: "warm" | "danger" | "neutral" }> = {
  waiting: { label: "待审核", tone: "warm" },
  refused: { label: "未通过审核", tone: "danger" },
  withdrawn: { label: "已撤回", tone: "neutral" },
  approved: { label: "已公开", tone: "neutral" },
};
