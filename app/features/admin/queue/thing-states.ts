import type { ThingState } from "#app/contract/admin/thing";

/** States of members' texts, with the console's labels and colours. */
export const THING_STATES: Record<ThingState, { label: string; tone: "neutral" | "accent" | "warm" | "danger" }> = {
  public: { label: "公开", tone: "accent" },
  deleted: { label: "作者已删除", tone: "neutral" },
  removed: { label: "已移除", tone: "danger" },
  gone: { label: "已不存在", tone: "neutral" },
};
