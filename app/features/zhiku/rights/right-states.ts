import type { UserRight } from "#app/contract/zhiku/rights";

/** Name of what a right on this category opens; null: everything. */
export const scopeName = (category: { name: string } | null): string => category?.name ?? "全部分类";

/** Label and tone of each state of a right. */
export const RIGHT_STATES: Record<UserRight["state"], { label: string; tone: "accent" | "warm" | "neutral" }> = {
  active: { label: "生效中", tone: "accent" },
  upcoming: { label: "未开始", tone: "warm" },
  expired: { label: "已到期", tone: "neutral" },
};

/** Names of the ways to get a right. */
export const RIGHT_SOURCES: Record<UserRight["source"], string> = {
  order: "购买",
  redeem: "兑换码",
  operator: "运营赠送",
};
