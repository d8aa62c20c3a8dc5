import type { CodeBatch, CodeOffer } from "#app/contract/admin/zhiku/code";
import { type CodeState, codeStates } from "#app/contract/admin/zhiku/code-states";

type Shown = { label: string; tone: "accent" | "warm" | "neutral" | "danger" };

/** Labels and colours of the states of a redeem code, in the console. */
export const CODE_STATES: Record<CodeState, Shown> = {
  left: { label: "未使用", tone: "accent" },
  used: { label: "已使用", tone: "neutral" },
  void: { label: "已作废", tone: "danger" },
  expired: { label: "已过期", tone: "warm" },
};

/** Phrase for what a code grants: 全库一年（全部分类，365 天）. */
export const offerName = ({ name, category, days }: CodeOffer): string =>
  `${name}（${category?.name ?? "全部分类"}，${days} 天）`;

/** Phrase with a batch's number of codes per state, without zeros: 未使用 80，已使用 20. */
export const countsOf = ({ counts }: Pick<CodeBatch, "counts">): string =>
  codeStates
    .filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => `${CODE_STATES[state].label} ${counts[state]}`)
    .join("，");
