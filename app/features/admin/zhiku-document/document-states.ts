import type { ZhikuContentState } from "#app/contract/admin/zhiku/content-states";

/** States of a document, with the console's labels and colours. */
export const DOCUMENT_STATES: Record<
  ZhikuContentState,
  { label: string; tone: "neutral" | "accent" | "warm" | "danger" }
> = {
  public: { label: "公开", tone: "accent" },
  draft: { label: "草稿", tone: "neutral" },
  hidden: { label: "已隐藏", tone: "warm" },
  removed: { label: "已删除", tone: "danger" },
};
