import type { MessageAudience, StaffMessage } from "#app/contract/admin/content/message";

/** Labels and colours of the states of a message to members, in the console. */
export const MESSAGE_STATES: Record<
  StaffMessage["state"],
  { label: string; tone: "accent" | "warm" | "neutral" | "danger" }
> = {
  draft: { label: "草稿", tone: "neutral" },
  scheduled: { label: "定时", tone: "accent" },
  sending: { label: "正在发出", tone: "warm" },
  sent: { label: "已发出", tone: "accent" },
  withdrawing: { label: "正在撤回", tone: "warm" },
  withdrawn: { label: "已撤回", tone: "danger" },
};

/** Labels of the possible recipients of a message. */
export const MESSAGE_AUDIENCES: Record<MessageAudience, { label: string; text: string }> = {
  all: { label: "全体用户", text: "现在的每一位用户；之后注册的人看不到" },
  entitled: { label: "有知库权益的用户", text: "发出时权益正在有效期内" },
  members: { label: "指定用户", text: "粘贴用户编号，最多 5,000 个" },
};

/** Phrase for a message's recipients. */
export function audienceName({ to, category }: Pick<StaffMessage, "to" | "category">): string {
  if (to !== "entitled") return MESSAGE_AUDIENCES[to].label;
  return category ? `能读「${category.name}」的用户` : MESSAGE_AUDIENCES.entitled.label;
}

/** Formats a number with thousands separators: 1,234. */
export const withCommas = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ",");
