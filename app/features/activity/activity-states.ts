import type { ActivityState } from "#app/contract/activity";

/** What the state of an activity is called, and the tone of its label. */
export const activityStates: Record<ActivityState, { label: string; tone: "accent" | "warm" | "neutral" }> = {
  upcoming: { label: "即将开始", tone: "accent" },
  running: { label: "进行中", tone: "warm" },
  over: { label: "已结束", tone: "neutral" },
};
